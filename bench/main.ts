// `npm run bench`: starts all contenders, measures them in turns, and prints the ratios of medians next to the goals.
// Writes bench/results.json, and its figures into the documents (documents.ts). BENCH_SECONDS is the length of one
// measurement. `-- growth` (growth.ts), `-- nodes` (nodes.ts), `-- peers` (peers/compare.ts), and `-- video` (video.ts)
// measure something else, and `-- docs` measures nothing and only writes the documents again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { type Contender, startContenders } from './contenders.ts'
import { type Results, writeDocuments } from './documents.ts'
import { measureGrowth } from './growth.ts'
import { measureNodes, textOfNodes } from './nodes.ts'
import { startPeers } from './peers/compare.ts'
import { compare, type Measurements, reportOf, textOf } from './report.ts'
import { measureRooms, textOfRooms } from './video.ts'

if (process.argv[2] === 'growth') {
  await measureGrowth(process.argv.slice(3))
  process.exit()
}

const RESULTS = new URL('results.json', import.meta.url)
const ROUNDS = 5
const WARM_UP_SECONDS = 1

const seconds = secondsOf(process.env.BENCH_SECONDS ?? '2')
const loadBefore = loadavg()[0] ?? 0
const machine = {
  node: process.version,
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? 'unknown',
  folder: tmpdir(),
  rounds: ROUNDS,
  seconds,
  loadBefore,
}

if (process.argv[2] === 'peers') {
  await comparePeers()
  process.exit()
}

if (process.argv[2] === 'docs') {
  writeDocuments(readResults())
  process.exit()
}

if (process.argv[2] === 'nodes') {
  const costs = await measureNodes(seconds)
  keep({ nodes: { costs, machine } })
  process.stdout.write(`${textOfNodes(costs)}\n`)
  process.exit()
}

if (process.argv[2] === 'video') {
  process.stdout.write(`${textOfRooms(await measureRooms(seconds))}\n`)
  process.exit()
}

await using stack = new AsyncDisposableStack()
say('Starting and filling everything that is compared …')
const { contenders, absent, footprint } = await startContenders(stack)
for (const line of absent) say(`Skipped: ${line}`)
const measurements = await measureInTurns(contenders)
const report = reportOf(measurements, footprint())
keep({ ...report, absent, machine })
writeDocuments(readResults())
process.stdout.write(`\n${textOf(report)}\n${notes()}`)

async function comparePeers(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  say('Installing, starting, and filling the peers. The first time, this takes several minutes …')
  const { contenders, goals } = await startPeers(stack)
  const peers = compare(await measureInTurns(contenders), goals)
  keep({ peers: { ...peers, machine } })
  writeDocuments(readResults())
  process.stdout.write(`\n${textOf({ ...peers, limits: [] })}\n${notes()}`)
}

/** Adds results to those of other commands. */
function keep(results: object): void {
  writeFileSync(RESULTS, `${JSON.stringify({ ...readResults(), ...results }, null, 2)}\n`)
}

/** The results of all commands so far. Only this program writes the file. */
function readResults(): Results {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : {}
}

/** Each round measures every contender once and starts with a different one. A warm-up round is not counted. */
async function measureInTurns(all: readonly Contender[]): Promise<Measurements> {
  const measurements: Measurements = new Map(all.map((contender) => [contender, []]))
  for (const contender of all) await contender.measure(Math.min(WARM_UP_SECONDS, seconds))
  for (let round = 0; round < ROUNDS; round += 1) {
    say(`Round ${round + 1} of ${ROUNDS} …`)
    const first = Math.floor((round * all.length) / ROUNDS)
    for (const contender of [...all.slice(first), ...all.slice(0, first)]) {
      measurements.get(contender)?.push(await contender.measure(seconds))
    }
  }
  return measurements
}

function notes(): string {
  const { node, cores, cpu, folder } = machine
  const lines = [
    '',
    `${ROUNDS} rounds of ${seconds} s in turns; Node ${node}, ${cores} cores (${cpu}), files in ${folder}.`,
    'Servers and load share the cores. TMPDIR chooses another disk, TEST_POSTGRES_URL another PostgreSQL.',
  ]
  if (loadBefore > cores / 4) {
    lines.push(
      `The machine was busy before the start (load ${loadBefore.toFixed(1)}), so these figures are rough.`,
    )
  }
  return `${lines.join('\n')}\n`
}

function secondsOf(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 600))
    throw new RangeError('BENCH_SECONDS must be a number of seconds, up to 600.')
  return value
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

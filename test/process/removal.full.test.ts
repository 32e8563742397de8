// Features that can be removed: in a copy of the sources, without the folder of a feature, its lines in the lists, and the
// features that need it, everything compiles, and the server works without a trace of them.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestInstallation, PROJECT, runProgram, startServer } from '../support/process.ts'
import { Visitor } from '../support/visitors.ts'

/** Pages of one kind, such as talks, that are opened. */
const OF_A_KIND = 2
const LISTS = [
  'src/features/operations.ts',
  'src/features/features.ts',
  'src/features/pages.ts',
  'src/cli/program.ts',
]

describe.each(removableFeatures())('without $removed', ({ removed }) => {
  test('everything compiles, and the server works', { timeout: 600_000 }, async () => {
    const folder = copyWithout(removed)
    const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc')
    const compiled = await runProgram(
      process.execPath,
      [compiler, '--project', 'tsconfig.build.json', '--incremental', 'false', '--tsBuildInfoFile', 'null'],
      { cwd: folder, env: { PATH: process.env.PATH ?? '' } },
    )
    expect(compiled.stdout).toBe('')

    await using installation = await createTestInstallation('sqlite')
    await using server = await startServer(installation, {
      env: { LECTERN_DEMO: '1' },
      program: ['--import', join(folder, 'scripts/dev/load-source.ts'), join(folder, 'src/main.ts')],
    })
    const { owner, apiKey } = (await server.waitForLine(({ event }) => event === 'ready')) as Ready
    const send = server.client(apiKey)
    const talk = { ...wholeTalk(), features: flags() }
    expect((await send('PUT', '/talks/ext:whole', { body: talk })).body).toMatchObject({ code: 'ok' })
    const { body: saved } = await send('GET', '/talks/ext:whole')
    expect(saved.features).toMatchObject(talk.features)
    const { body: live } = await send('GET', '/talks/ext:whole/live')
    expect(live.features).toEqual(
      Object.fromEntries(
        Object.keys(live.features).map((name) => [name, !removed.includes(featureOf(name))]),
      ),
    )

    const staff = new Visitor(server)
    await staff.signIn(owner.email, owner.password)
    expect(await brokenPages(new Visitor(server), ['/'])).toEqual([])
    expect(await brokenPages(staff, ['/', '/account', '/backoffice'])).toEqual([])
    expect(server.stderr()).toBe('')
  })
})

type Ready = { owner: { email: string; password: string }; apiKey: string }

/** From the table in ARCHITECTURE.md: each feature with those that go with it. */
function removableFeatures(): { removed: string[] }[] {
  const text = readFileSync(join(PROJECT, 'ARCHITECTURE.md'), 'utf8')
  const [, table = ''] = /\| removed \| goes with it \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? []
  const namesIn = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
  return table
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [, features = '', others = ''] = row.split('|')
      return namesIn(features).map((name) => ({ removed: [name, ...namesIn(others)] }))
    })
}

function copyWithout(removed: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-removal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of readdirSync(PROJECT))
    if (/^(?:src|scripts|package\.json|tsconfig.*\.json)$/.test(name))
      cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(PROJECT, 'dist/libraries'), join(folder, 'dist/libraries'))
  for (const name of removed) {
    rmSync(join(folder, 'src/features', name), { recursive: true })
    for (const list of LISTS) removeLines(join(folder, list), name)
  }
  return folder
}

/** Removes the imports of a feature from a list, and their uses. */
function removeLines(list: string, feature: string): void {
  const lines = readFileSync(list, 'utf8').split('\n')
  const isOf = (line: string) => line.includes(`/${feature}/`)
  const names = lines
    .filter(isOf)
    .flatMap((line) => [...line.matchAll(/\{ (\w+) \}/g)].map(([, name]) => name))
  const kept = lines.filter((line) => !isOf(line) && !names.some((name) => line.trim() === `${name},`))
  writeFileSync(list, kept.join('\n'))
}

const flagsOf: Readonly<Record<string, readonly string[]>> = {
  chat: ['chat'],
  questions: ['questions'],
  surveys: ['surveys'],
  rewards: ['rewardsEarning', 'freeLive', 'freeReplay'],
  viewers: ['viewersCount', 'viewersList'],
}
const flags = () =>
  Object.fromEntries(Object.values(flagsOf).flatMap((names) => names.map((name) => [name, true])))
const featureOf = (flag: string) =>
  Object.entries(flagsOf).find(([, names]) => names.includes(flag))?.[0] ?? ''

const wholeTalk = () => ({
  title: 'A whole talk',
  description: 'Everything that a talk can have.',
  start: new Date().toISOString(),
  duration: 60,
  type: 'youtube',
  video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  tags: ['whole'],
  hiddenTags: ['hidden'],
  speakers: [{ email: 'whole@example.org', firstName: 'Wanda', lastName: 'Whole' }],
})

/** Opens all pages that lead from one to another, a few of each kind, and returns those that are not there. */
async function brokenPages(visitor: Visitor, starts: readonly string[]): Promise<string[]> {
  const waiting = starts.map((path) => ({ path, from: '' }))
  const opened = new Set<string>()
  const kinds = new Map<string, number>()
  const broken: string[] = []
  for (const { path, from } of waiting) {
    const kind = path.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{20,}|\d+/g, ':id')
    const count = kinds.get(kind) ?? 0
    if (opened.has(path) || count === OF_A_KIND) continue
    opened.add(path)
    kinds.set(kind, count + 1)
    const page = await visitor.open(path)
    if (page.status !== 200) broken.push(`${path} from ${from}: ${page.status}`)
    if (!String(page.headers['content-type']).startsWith('text/html')) continue
    for (const [, href = ''] of page.text.matchAll(/(?:href|src)="(\/[^"#]*)/g))
      waiting.push({ path: href.replaceAll('&amp;', '&'), from: path })
  }
  return broken
}

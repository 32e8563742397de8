// `npm run dev`: serves src/ with demo content, restarts on changes, and shows errors in the terminal and the browser.
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { loadCertificate } from '../../src/kernel/http/server/certificate.ts'
import { PROJECT } from '../builder.ts'
import { copyLibraryFiles } from '../library-files.ts'
import { endWithNpm } from '../parent.ts'
import { AppProcess, type Ready, type StartResult } from './app-process.ts'
import { createFront } from './front.ts'
import type { DevState } from './page.ts'
import { checkTypes } from './type-check.ts'

// Editors write a file in several steps.
const SETTLE_MS = 50
const WATCHED = /(?<!\.test)\.(ts|tsx|js|json|css|svg)$/

const dataDir = process.env.LECTERN_DATA_DIR ?? join(PROJECT, 'data/dev')
const { config } = readConfig({ ...process.env, LECTERN_DATA_DIR: dataDir })
const app = new AppProcess({
  LECTERN_DATA_DIR: dataDir,
  LECTERN_DEMO: process.env.LECTERN_DEMO ?? '1',
  LECTERN_LOG_LEVEL: process.env.LECTERN_LOG_LEVEL ?? 'warn',
  LECTERN_PORT: '0',
  LECTERN_HOST: '127.0.0.1',
  NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/lectern/dev'),
})

let state: DevState = { build: 0, errors: '' }
let started: Promise<StartResult> | undefined
let hasTypeErrors = false
let isWelcomed = false

endWithNpm()
copyLibraryFiles()
const { cert, key } = await loadCertificate(config)
const front = createFront({ cert, key, state: () => state, findApp })
front.server.listen(config.port, '127.0.0.1')
await once(front.server, 'listening')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
restart()
watch(join(PROJECT, 'src'), { recursive: true }, (_event, name) => {
  if (name === null || WATCHED.test(name)) scheduleRestart()
})

async function findApp(): Promise<{ port: number } | undefined> {
  const current = started
  const result = await current
  if (current !== started) return findApp()
  return result && 'ready' in result ? { port: Number(new URL(result.ready.url).port) } : undefined
}

let timer: NodeJS.Timeout | undefined
function scheduleRestart(): void {
  clearTimeout(timer)
  timer = setTimeout(restart, SETTLE_MS)
}

function restart(): void {
  const startMs = performance.now()
  const previous = started
  // A start in progress ends at once, because its code is outdated.
  void app.stop()
  const current = Promise.resolve(previous).then(() => app.restart())
  started = current
  void current.then((result) => {
    if (current === started) finishRestart(result, Math.round(performance.now() - startMs))
  })
}

function finishRestart(result: StartResult, ms: number): void {
  announce({ build: state.build + 1, errors: 'failure' in result ? result.failure : '' })
  if ('failure' in result) {
    print('\nThe server cannot start. Waiting for changes.')
    return
  }
  if (isWelcomed) print(`Restarted in ${ms} ms`)
  else welcome(result.ready)
  isWelcomed = true
  void check()
}

function welcome({ url, setupUrl, owner, apiKey }: Ready): void {
  const address = front.server.address()
  const origin = `https://localhost:${typeof address === 'object' ? address?.port : config.port}`
  print(`\nLectern is ready: ${origin}  (data in ${dataDir})`)
  if (setupUrl) print(`  Setup    ${setupUrl.replace(url, origin)}`)
  if (owner) print(`  Owner    ${owner.email}  ${owner.password}  (shown once)`)
  if (apiKey) print(`  API key  ${apiKey}  (shown once)`)
  print('Changes in src/ restart the server. Ctrl+C stops it.\n')
}

/** Type errors do not stop the server: the terminal and every page list them. */
async function check(): Promise<void> {
  const errors = await checkTypes()
  if (errors === undefined) return
  if (errors !== '') print(`\n${errors}\n`)
  else if (hasTypeErrors) print('No type errors')
  hasTypeErrors = errors !== ''
  if (hasTypeErrors && state.errors === '') announce({ ...state, errors })
}

function announce(next: DevState): void {
  state = next
  front.announce()
}

async function stop(): Promise<void> {
  await app.stop()
  process.exit()
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

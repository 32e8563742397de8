// Lectern as users run it: the built `lectern serve` in its own process, with every request logged to a file.
import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestStore } from '../test/support/stores.ts'
import { settingsOf } from './programme.ts'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const MAX_START_MS = 20_000

export type Server = {
  pid: number
  port: number
  certPath: string
  keyPath: string
  /** Time from the start of the process until it serves. */
  startMs: number
  /** The resident memory of the process in MB; NaN except on Linux. */
  memoryMb(): number
} & AsyncDisposable

/**
 * Starts the server on a filled store, with more settings if it is one of several nodes. BENCH_NODE_OPTIONS sets
 * options of Node, for example for a profile.
 */
export async function startServer(
  testStore: TestStore,
  settings: Record<string, string> = {},
): Promise<Server> {
  const logPath = join(testStore.folder, 'server.log')
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('LECTERN_'))
  const options = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter((option) => option !== '')
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...options, MAIN, 'serve', '--json'], {
    env: { ...Object.fromEntries(others), ...settingsOf(testStore), ...settings },
    stdio: ['ignore', openSync(logPath, 'w'), 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const port = await portIn(logPath, () => child.exitCode !== null)
  const startMs = performance.now() - startedMs
  return {
    pid: child.pid ?? Number.NaN,
    port,
    startMs,
    memoryMb: () => memoryMbOf(child.pid),
    certPath: join(testStore.folder, 'tls/cert.pem'),
    keyPath: join(testStore.folder, 'tls/key.pem'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await ended
      process.off('exit', kill)
    },
  }
}

function memoryMbOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function portIn(logPath: string, hasEnded: () => boolean): Promise<number> {
  for (const untilMs = performance.now() + MAX_START_MS; performance.now() < untilMs && !hasEnded(); ) {
    const port = /"event":"ready","url":"https:\/\/[^"]*:(\d+)"/.exec(readFileSync(logPath, 'utf8'))?.[1]
    if (port !== undefined) return Number(port)
    await delay(5)
  }
  throw new Error('The server did not start.')
}

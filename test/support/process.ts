// The built program as real processes: commands that end, and servers that are stopped or killed by their own pid.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openInstallation } from '../../src/context.ts'
import { changeSettings, ensurePlatform } from '../../src/domain/platforms/platforms.ts'
import { systemCaller } from '../../src/domain/services.ts'
import type { StoreLocation } from '../../src/store/migrations/migrate.ts'
import { createClient, type Send } from './api.ts'
import { createTestStore, type StoreKind, type StoreOptions } from './stores.ts'

export const PROJECT = resolve(import.meta.dirname, '../..')
export const ENTRY = join(PROJECT, 'dist/main.js')

const READY_WITHIN_MS = 60_000
// On a busy machine many starts in a row take their time; what must be quick is measured where it is tested.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

export type Outcome = { code: number; stdout: string; stderr: string }

/** Settings of one installation, which its commands and servers share. */
export type TestInstallation = {
  folder: string
  location: StoreLocation
  env: Record<string, string>
  [Symbol.asyncDispose](): Promise<void>
}

/** An installation that has not been started yet: an empty folder and an empty store. */
export async function createTestInstallation(
  kind: StoreKind,
  options: StoreOptions = {},
): Promise<TestInstallation> {
  if (!existsSync(ENTRY))
    throw new Error('There is no dist/main.js: “npm test” builds it, as does “tsc -p tsconfig.build.json”.')
  const { folder, location, ...store } = await createTestStore(kind, options)
  return {
    ...store,
    folder,
    location,
    env: {
      // Of the environment of the tests, only what finds programs and what starts them faster.
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      HOME: folder,
      LECTERN_PORT: '0',
      LECTERN_HOST: '127.0.0.1',
      LECTERN_DATA_DIR: folder,
      ...(location.dialect === 'postgres' ? { LECTERN_DATABASE_URL: location.url } : {}),
    },
  }
}

type RunOptions = { env?: Record<string, string>; cwd?: string }

/** Runs `lectern <args>` to its end. */
export const runCommand = (
  installation: TestInstallation,
  args: readonly string[],
  { env, cwd }: RunOptions = {},
) =>
  runProgram(process.execPath, [ENTRY, ...args], {
    cwd: cwd ?? installation.folder,
    env: { ...installation.env, ...env },
  })

/** Runs any program to its end; the exit code of one that was ended by a signal is -1. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  execFile(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
    const code = error === null ? 0 : error.code
    resolve({ code: typeof code === 'number' ? code : -1, stdout, stderr })
  })
  return promise
}

/** Runs a command with --json and gives what its one line of output says; a failure of it is one of the test. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function runJson(installation: TestInstallation, args: readonly string[]): Promise<any> {
  const { code, stdout, stderr } = await runCommand(installation, [...args, '--json'])
  if (code !== 0 || !/^[^\n]+\n$/.test(stdout))
    throw new Error(`lectern ${args.join(' ')} → ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}

export const createKey = async (installation: TestInstallation, level = 'standard'): Promise<string> =>
  (await runJson(installation, ['key', 'create', '--level', level, '--name', `Test ${level}`])).key

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type ServerProcess = {
  url: string
  port: number
  pid: number
  /** What has been printed up to now. */
  stdout(): string
  stderr(): string
  /** The JSON lines of standard output up to now. */
  lines(): Record<string, unknown>[]
  /** The first JSON line that is like this, as soon as it is printed; throws where the server ends before. */
  waitForLine(isIt: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  /** A client of the API that trusts the certificate of the data folder. */
  client(key: string): Send
  /** The same, to any path of the server and without a key. */
  sendTo: Send
  /** The first match in standard output, as soon as it is printed. */
  waitForText(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Exit>
  [Symbol.asyncDispose](): Promise<void>
}

export type StartOptions = { env?: Record<string, string>; isJson?: boolean }

/** Starts `lectern serve --json` (or without) and waits until it is ready; throws with what it printed where it ends before. */
export async function startServer(
  installation: TestInstallation,
  { env = {}, isJson = true }: StartOptions = {},
): Promise<ServerProcess> {
  const settings = { ...installation.env, ...env }
  const child = spawn(process.execPath, [ENTRY, 'serve', ...(isJson ? ['--json'] : [])], {
    cwd: installation.folder,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  const printed = collect(child, exited)
  const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
  const [, url = ''] = await printed
    .waitForText(isJson ? /"event":"ready","url":"([^"]+)"/ : /Lectern is ready: (\S+)/)
    .finally(() => clearTimeout(late))
  const port = Number(new URL(url).port)
  const ca = readFileSync(settings.LECTERN_TLS_CERT ?? join(settings.LECTERN_DATA_DIR ?? '', 'tls/cert.pem'))
  const sendWith = createClient({ port, ca, key: '' })
  const sendTo: Send = (method, path, sending) => sendWith(method, path, { key: null, ...sending })
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    ...printed,
    client: (key) => (method, path, sending) =>
      sendTo(method, `/api/external/v1${path}`, { key, ...sending }),
    sendTo,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  }
}

function collect(child: ChildProcess, exited: Promise<Exit>) {
  const texts = { stdout: '', stderr: '' }
  const lines: Record<string, unknown>[] = []
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The output of the process is not piped.')
  stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text
  })
  stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text
  })
  const reading = createInterface({ input: stdout })
  reading.on('line', (text) => {
    if (text.startsWith('{')) lines.push(JSON.parse(text))
  })
  const ended = exited.then(({ code, signal }) => {
    throw new Error(`The server ended with ${code ?? signal}: ${texts.stdout}${texts.stderr}`)
  })
  // Nobody may be waiting for a line when it ends.
  ended.catch(() => {})
  return {
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    lines: () => [...lines],
    waitForLine: async (isIt: (line: Record<string, unknown>) => boolean) => {
      for (;;) {
        const found = lines.find(isIt)
        if (found) return found
        await Promise.race([once(reading, 'line'), ended])
      }
    },
    waitForText: async (pattern: RegExp) => {
      for (;;) {
        const found = pattern.exec(texts.stdout)
        if (found) return found
        await Promise.race([once(stdout, 'data'), ended])
      }
    },
  }
}

/** Runs plain SQL beside the server, for what stands in the store behind the answers. */
export async function queryStore(location: StoreLocation, sql: string): Promise<Record<string, unknown>[]> {
  if (location.dialect === 'sqlite') {
    const db = new DatabaseSync(location.path)
    try {
      return db.prepare(sql).all()
    } finally {
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: location.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Takes the limit on requests out of the way; to be called before the server starts. */
export async function disableRateLimit({ env }: Pick<TestInstallation, 'env'>): Promise<void> {
  const { config, secrets } = readConfig(env)
  await using installation = await openInstallation(config, secrets)
  const platform = await ensurePlatform(installation, { slug: 'default', name: 'Lectern' })
  await changeSettings(installation, systemCaller(platform), { requestsPerMinute: 1_000_000 })
}

// The built program as real processes: commands, and servers that are stopped or killed by pid.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'
import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { changeSettings, ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'
import type { StoreLocation } from '../../src/kernel/store/migrations/migrate.ts'
import { createClient, type Send } from './api.ts'
import { requireListed } from './own-servers.ts'
import { openTestStore, type StoreKind, type StoreOptions } from './stores.ts'
import { type Account, addAccount } from './visitors.ts'

export const PROJECT = resolve(import.meta.dirname, '../..')
export const ENTRY = join(PROJECT, 'dist/main.js')

const READY_WITHIN_MS = 60_000
// Generous, because many starts in a row are slow on a busy machine. Tests of speed measure it themselves.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

export type Outcome = { code: number; stdout: string; stderr: string }

/** The settings of an installation, shared by its commands and servers. */
export type TestInstallation = {
  folder: string
  location: StoreLocation
  env: Record<string, string>
  [Symbol.asyncDispose](): Promise<void>
}

/** A new installation: a folder, and a store that is empty by default. */
export async function createTestInstallation(
  kind: StoreKind,
  options: StoreOptions = {},
): Promise<TestInstallation> {
  await requireListed('installation')
  if (!existsSync(ENTRY)) throw new Error('There is no dist/main.js: “npm test” and “npm run build” make it.')
  const { folder, location, ...store } = await openTestStore(kind, { isEmpty: true, ...options })
  return {
    ...store,
    folder,
    location,
    env: {
      // From the environment of the tests, only variables that find programs and speed up their start.
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      HOME: folder,
      LECTERN_PORT: '0',
      LECTERN_RTMP_PORT: '0',
      LECTERN_HOST: '127.0.0.1',
      LECTERN_DATA_DIR: folder,
      // Tests of draining set this. All others should stop at once.
      LECTERN_DRAIN_SECONDS: '0',
      LECTERN_START_SECONDS: '0',
      ...(location.dialect === 'postgres' ? { LECTERN_DATABASE_URL: location.url } : {}),
    },
  }
}

type RunOptions = { env?: Record<string, string>; cwd?: string }

/** Runs `lectern <args>` and waits for its exit. */
export const runCommand = (
  installation: TestInstallation,
  args: readonly string[],
  { env, cwd }: RunOptions = {},
) =>
  runProgram(process.execPath, [ENTRY, ...args], {
    cwd: cwd ?? installation.folder,
    env: { ...installation.env, ...env },
  })

/** Runs any program and waits for its exit. The exit code after a signal is -1. */
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

/** Runs a command with --json and returns its line of output. If the command fails, the test fails. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
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
  /** The output so far. */
  stdout(): string
  stderr(): string
  /** The JSON lines on standard output so far. */
  lines(): Record<string, unknown>[]
  /** Waits for the first matching JSON line. Throws if the server exits earlier. */
  waitForLine(isIt: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  /** An API client that trusts the certificate in the data folder. */
  client(key: string): Send
  /** A client for any path of the server, without a key. */
  sendTo: Send
  /** Waits for the first match on standard output. */
  waitForText(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and waits for the exit. */
  stop(signal: NodeJS.Signals): Promise<Exit>
  [Symbol.asyncDispose](): Promise<void>
}

export type StartOptions = {
  env?: Record<string, string>
  isJson?: boolean
  /** The arguments of Node. */
  program?: readonly string[]
}

/** Starts `lectern serve`, with --json by default, and waits until it is ready. Throws its output if it exits earlier. */
export async function startServer(
  installation: TestInstallation,
  { env = {}, isJson = true, program = [ENTRY] }: StartOptions = {},
): Promise<ServerProcess> {
  await requireListed('process')
  const settings = { ...installation.env, ...env }
  const child = spawn(process.execPath, [...program, 'serve', ...(isJson ? ['--json'] : [])], {
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
  // Nobody may be waiting for a line when the server exits.
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

/**
 * Runs plain SQL on the store of a running server, on a connection of its own: those of the store limit the time of a
 * statement.
 */
export async function queryStore(location: StoreLocation, sql: string): Promise<Record<string, unknown>[]> {
  if (location.dialect === 'sqlite') {
    const db = new DatabaseSync(location.path, { timeout: 10_000 })
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

/** Removes the rate limit. Call it before the server starts. */
export async function disableRateLimit({ env }: Pick<TestInstallation, 'env'>): Promise<void> {
  const { config, secrets } = readConfig(env)
  await using installation = await openInstallation(config, secrets)
  const platform = await ensurePlatform(installation, { slug: 'default', name: 'Lectern' })
  await changeSettings(installation, systemCaller(platform), { requestsPerMinute: 1_000_000 })
}

/** An attendee with a password. Call it before the server starts. */
export async function addAttendee({ env }: Pick<TestInstallation, 'env'>): Promise<Account> {
  const { config, secrets } = readConfig(env)
  await using installation = await openInstallation(config, secrets)
  const platform = await ensurePlatform(installation, { slug: 'default', name: 'Lectern' })
  const caller = { ...systemCaller(platform), platform }
  return await addAccount({ installation, platform: { caller, standard: '', privileged: '' } })
}

// The real app on a real HTTPS port with its own store, and a client for it.
import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { type Installation, openInstallation } from '../../src/app/context.ts'
import { type Config, readConfig, type Secrets } from '../../src/config.ts'
import { createApiKey } from '../../src/features/api-keys/api-keys.ts'
import {
  changeSettings,
  createPlatform,
  ensurePlatform,
  type PlatformCaller,
} from '../../src/features/platforms/platforms.ts'
import type { PlatformSettings } from '../../src/features/platforms/schema.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'
import { loadCertificate } from '../../src/kernel/http/server/certificate.ts'
import { listen } from '../../src/kernel/http/server/listen.ts'
import type { HashQueue } from '../../src/kernel/lib/security/hash-queue.ts'
import { type Clock, systemClock } from '../../src/kernel/lib/time/clock.ts'
import type { StoreLocation } from '../../src/kernel/store/migrations/migrate.ts'
import { cheapDecoy, hashCheaply } from './cheap-hash.ts'
import { requireListed } from './own-servers.ts'
import { openTestStore, type StoreKind, type TestStore } from './stores.ts'

declare module 'vitest' {
  interface ProvidedContext {
    store: StoreKind
  }
}

const API = '/api/external/v1'

export type Answer = {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  body: any
  text: string
  bytes: Buffer
}
export type SendOptions = {
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  raw?: string | Buffer
  /** `null` sends no Authorization header. */
  key?: string | null
  headers?: Record<string, string | string[]>
  /** The client's address on this machine. An IPv6 address connects to ::1. */
  from?: string
}
export type Send = (method: string, path: string, sending?: SendOptions) => Promise<Answer>

export type TestPlatform = { caller: PlatformCaller; standard: string; privileged: string }

/** Jobs run this many times more often than in production, because tests would only wait for their next run. */
const HASTE = 10
/** Longer than any rate limit remembers requests. */
const BETWEEN_TESTS_MS = 2 * 60_000

/** A clock that stands still until it is moved. `haste` is 1 for tests of how often jobs run. */
export class TestClock implements Clock {
  readonly #start: number
  readonly #haste: number
  #now: number
  #monotonic: number
  constructor(start = Date.parse('2027-03-01T12:00:00Z'), haste = HASTE) {
    this.#start = start
    this.#haste = haste
    this.#now = start
    this.#monotonic = start
  }
  now() {
    return this.#now
  }
  monotonic() {
    return this.#monotonic
  }
  every(intervalMs: number, run: () => void) {
    return systemClock.every(intervalMs / this.#haste, run)
  }
  after(delayMs: number, run: () => void) {
    return systemClock.after(delayMs, run)
  }
  pass(ms: number) {
    this.#now += ms
    this.#monotonic += ms
  }
  /** Sets a time for code that is compared with real time. */
  set(now: number) {
    this.#now = now
  }
  /** Shows the first time again. Monotonic time still passes, so that requests of earlier tests do not count. */
  reset() {
    this.#now = this.#start
    this.#monotonic += BETWEEN_TESTS_MS
  }
}

/** A test clock with which jobs run only at the start, so that nothing but requests changes the store. */
export class JoblessClock extends TestClock {
  override every() {
    return () => {}
  }
  override after() {
    return () => {}
  }
}

/** Dispose of it if its server is shared. */
export type TestNode = Pick<TestApi, 'send' | 'sendTo' | 'url'> & AsyncDisposable

export type TestApi = {
  send: Send
  /** Sends a request to any path of the server, not below the API. */
  sendTo: Send
  /** Sends a request to any path of the plain-HTTP port, if `env` opens one. */
  sendPlain: Send
  url: string
  installation: Installation
  clock: TestClock
  platform: TestPlatform
  logged: string[]
  dataDir: string
  location: StoreLocation
  /** The prefix of this app's keys in Redis, if `env` configures Redis. */
  redisPrefix: string
  /** Another tenant with its own keys. */
  addPlatform(slug: string, settings?: Partial<PlatformSettings>): Promise<TestPlatform>
  /** Another node: the same store and Redis, its own limits and jobs. */
  addNode(): Promise<TestNode>
  [Symbol.asyncDispose](): Promise<void>
}

type Options = {
  store?: StoreKind
  settings?: Partial<PlatformSettings>
  env?: Record<string, string>
  clock?: TestClock
  /** The clock of the node's machine, which the app corrects. It replaces the test clock. */
  machineClock?: Clock
  /** A store that other apps also use, and that outlives this app. */
  sharedStore?: TestStore
  /** Lets requests share connections, for tests that send thousands of them. */
  isKeptAlive?: boolean
  /** How long requests wait for Redis. */
  redisTimeoutMs?: number
  /** Replaces the password queue of the installation. */
  hashes?: HashQueue
}

/** Without rooms, every embedded talk would cause a warning. */
const ROOMS = 'https://meet.example.org/{id}'

/** The app for one test file, which must be listed in `own-servers.ts`. */
export async function startApi(options: Options = {}): Promise<TestApi> {
  await requireListed('server')
  return openApi(options)
}

/** Starts the app. There is no rate limit unless `settings` has one. */
export async function openApi(options: Options = {}): Promise<TestApi> {
  const testStore = options.sharedStore ?? (await openTestStore(options.store ?? inject('store')))
  const { config, secrets } = settingsOf(testStore.folder, testStore.location, options.env)
  const clock = options.clock ?? new TestClock()
  const opened = await openInstallation(config, secrets, {
    ...(options.machineClock ? { machineClock: options.machineClock } : { clock }),
    passwords: { hash: hashCheaply, decoy: cheapDecoy },
  })
  const installation = options.hashes ? { ...opened, hashes: options.hashes } : opened
  const certificate = await loadCertificate(config)
  const ca = certificate.cert
  const logged: string[] = []
  const logStream = { write: (line: string) => void logged.push(line) }
  const redisPrefix = `${testStore.folder}:`
  const apps: Awaited<ReturnType<typeof createApp>>[] = []
  const startNode = async () => {
    const { redisTimeoutMs } = options
    const app = await createApp({
      ...{ config, secrets, installation, certificate, redisPrefix, redisTimeoutMs, logStream },
    })
    apps.push(app)
    return { app, ...(await listen(app)) }
  }
  const { url, port, httpPort } = await startNode()

  const addPlatform = async (slug: string, ownSettings: Partial<PlatformSettings> = {}) => {
    const make = slug === 'default' ? ensurePlatform : createPlatform
    const platform = await make(installation, { slug, name: slug })
    const settings = {
      ...{ requestsPerMinute: 1_000_000, roomAddress: ROOMS },
      ...options.settings,
      ...ownSettings,
    }
    const configured = await changeSettings(installation, systemCaller(platform), settings)
    const caller = { ...systemCaller(configured), platform: configured }
    const key = async (level: 'standard' | 'privileged') =>
      (await createApiKey(installation, caller, { name: level, level })).key
    return { caller, standard: await key('standard'), privileged: await key('privileged') }
  }
  const platform = await addPlatform('default')
  const key = platform.standard
  const agent = options.isKeptAlive === false ? false : new Agent({ keepAlive: true })
  // The server refuses requests under other names.
  const host = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host
  const sendTo = createClient({ port, ca, key, agent, host })

  return {
    send: toApi(sendTo),
    sendTo,
    sendPlain: createClient({ port: httpPort ?? 0, key, host }),
    url,
    installation,
    clock,
    platform,
    logged,
    dataDir: testStore.folder,
    location: testStore.location,
    redisPrefix,
    addPlatform,
    addNode: async () => {
      const node = await startNode()
      const sendToNode = createClient({ port: node.port, ca, key, agent })
      return {
        ...{ send: toApi(sendToNode), sendTo: sendToNode, url: node.url },
        [Symbol.asyncDispose]: () => node.app.close(),
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (agent) agent.destroy()
      for (const app of apps) await app.close()
      await installation[Symbol.asyncDispose]()
      if (!options.sharedStore) await testStore[Symbol.asyncDispose]()
    },
  }
}

const toApi =
  (sendTo: Send): Send =>
  (method, path, sending) =>
    sendTo(method, `${API}${path}`, sending)

function settingsOf(
  folder: string,
  location: StoreLocation,
  env: Record<string, string> = {},
): { config: Config; secrets: Secrets } {
  return readConfig({
    LECTERN_PORT: '0',
    LECTERN_RTMP_PORT: '0',
    LECTERN_HOST: '127.0.0.1',
    LECTERN_DATA_DIR: folder,
    LECTERN_LOG_LEVEL: 'info',
    // Nodes share the folder of their store.
    LECTERN_FILES_URL: pathToFileURL(join(folder, 'files')).href,
    ...(location.dialect === 'postgres' ? { LECTERN_DATABASE_URL: location.url } : {}),
    ...env,
  })
}

/** A client for one server and one key. Without `ca`, it uses plain HTTP. */
export function createClient({
  port,
  ca,
  key: ownKey,
  agent = false,
  host,
}: {
  port: number
  ca?: Buffer | string
  key: string
  agent?: Agent | false
  /** The Host header of requests without one, instead of the address. */
  host?: string | undefined
}): Send {
  return (method, path, { body, raw, key = ownKey, headers: sent = {}, from } = {}) => {
    const headers = host === undefined ? sent : { host, ...sent }
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const request = (ca === undefined ? httpRequest : httpsRequest)({
      host: from?.includes(':') ? '::1' : '127.0.0.1',
      port,
      ...(ca === undefined ? {} : { ca }),
      // The certificate is for this machine, whatever the Host header contains.
      ...(headers.host === undefined ? {} : { servername: 'localhost' }),
      ...(from === undefined ? {} : { localAddress: from }),
      method,
      path,
      agent,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(content === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString('utf8')
        const isJson = /[/+]json/.test(response.headers['content-type'] ?? '')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: isJson && text !== '' ? JSON.parse(text) : undefined,
          text,
          bytes,
        })
      })
    })
    request.end(content)
    return promise
  }
}

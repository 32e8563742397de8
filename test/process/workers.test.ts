// Several processes that serve requests at one address (LECTERN_WORKERS).
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../support/api.ts'
import { talk } from '../support/bodies.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  runCommand,
  type ServerProcess,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { hasRedis } from '../support/redis.ts'
import { REDIS_URL } from '../support/stores.ts'
import { waitUntil } from '../support/until.ts'

const CLIENTS = 6

/** The processes that a server has started. */
const workersOf = ({ pid }: ServerProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** The processes that have answered. Each connection goes to the next one. */
async function answering(server: ServerProcess): Promise<Set<string>> {
  const pages = await Promise.all(Array.from({ length: 12 }, () => server.sendTo('GET', '/metrics')))
  return new Set(pages.flatMap(({ text }) => /worker="(\d+)"/.exec(text)?.[1] ?? []))
}

describe.skipIf(process.platform !== 'linux' || !(await hasRedis()))('two worker processes', () => {
  let installation: TestInstallation
  beforeEach(async () => {
    installation = await createTestInstallation('postgres')
    Object.assign(installation.env, {
      LECTERN_WORKERS: '2',
      LECTERN_REDIS_URL: REDIS_URL,
      LECTERN_FILES_URL: `file://${installation.folder}/files`,
    })
  })
  afterEach(() => installation[Symbol.asyncDispose]())

  test('answer at one address, share rate limits, and stop with 0', async () => {
    await using server = await startServer(installation)
    const key = await createKey(installation)
    await waitUntil(
      () => answering(server),
      (workers) => workers.size === 2,
    )
    const send = server.client(key)
    const answers: Answer[] = []
    // Few at once, because a process that is busy with handshakes reads the replies of Redis too late.
    for (let round = 0; round < 22; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => send('GET', '/talks')))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(server.lines().filter(({ event }) => event === 'ready')).toHaveLength(1)
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  test('lose no acknowledged change when one is killed, and it is replaced', async () => {
    await using server = await startServer(installation)
    const key = await createKey(installation)
    await disableRateLimit(installation)
    await waitUntil(
      () => answering(server),
      (workers) => workers.size === 2,
    )
    const send = server.client(key)
    const acknowledged: string[] = []
    let isDone = false
    const clients = Array.from({ length: CLIENTS }, async (_none, client) => {
      for (let count = 0; !isDone; count += 1) {
        const externalId = `t-${client}-${count}`
        const answer = await send('PUT', `/talks/ext:${externalId}`, { body: talk() }).catch(() => undefined)
        if (answer?.status === 200 || answer?.status === 201) acknowledged.push(externalId)
      }
    })
    await waitUntil(
      async () => acknowledged.length,
      (count) => count > 50,
    )
    const [victim = 0] = workersOf(server)
    process.kill(victim, 'SIGKILL')
    await waitUntil(
      async () => workersOf(server),
      (pids) => pids.length === 2 && !pids.includes(victim),
    )
    await waitUntil(
      () => answering(server),
      (workers) => workers.size === 2,
    )
    isDone = true
    await Promise.all(clients)
    const stored = await queryStore(installation.location, 'select external_id from talks')
    const ids = new Set(stored.map(({ external_id }) => external_id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    expect(server.stderr()).toBe('A worker process has ended (SIGKILL). Another is started.\n')
    expect(await server.stop('SIGINT')).toEqual({ code: 0, signal: null })
  })

  test('do not start if the first of them cannot, which prints one line', async () => {
    const env = { LECTERN_DATABASE_URL: 'postgres://127.0.0.1:1/absent' }
    const { code, stderr } = await runCommand(installation, ['serve'], { env })
    expect([code, stderr.split('\n').length]).toEqual([1, 2])
  })
})

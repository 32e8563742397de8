// Operations whose costs are recorded, and counters of a server's costs.
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Answer, Send } from './api.ts'
import { attendee, person, talk } from './bodies.ts'
import { startCountingProxy } from './postgres-messages.ts'
import { PROJECT, type ServerProcess, type TestInstallation } from './process.ts'
import { waitUntil } from './until.ts'

export const OPERATIONS = [
  'PUT /talks/:id, another title',
  'PUT /talks/:id, nothing new',
  'POST /users',
  'GET /talks/:id',
  'GET /talks?limit=50',
] as const
export type Operation = (typeof OPERATIONS)[number]

const TALKS = 50

const body = (index: number, title: string) =>
  talk({ title, externalId: `cost-${index}`, speakers: [1, 2, 3].map((n) => person(`p${index * 3 + n}`)) })

/**
 * Creates the talks, and returns a function that sends the n-th request of an operation. It fails if the request is
 * refused.
 */
export async function prepareOperations(
  client: Send,
): Promise<(operation: Operation, n: number) => Promise<Answer>> {
  const ids: string[] = []
  for (let index = 0; index < TALKS; index += 1) {
    const answer = await client('PUT', `/talks/ext:cost-${index}`, { body: body(index, 'First') })
    expect(answer.status, answer.text).toBe(201)
    ids.push(answer.body.id)
  }
  const idOf = (n: number) => ids[n % TALKS]
  let [users, titles] = [0, 0]
  const operations: Record<Operation, (n: number) => Promise<Answer>> = {
    'PUT /talks/:id, another title': (n) =>
      client('PUT', `/talks/${idOf(n)}`, { body: body(n % TALKS, `Title ${titles++}`) }),
    'PUT /talks/:id, nothing new': (n) =>
      client('PUT', `/talks/${idOf(n)}`, { body: body(n % TALKS, 'Same') }),
    'POST /users': () => client('POST', '/users', { body: attendee(`user-${users++}`) }),
    'GET /talks/:id': (n) => client('GET', `/talks/${idOf(n)}`),
    'GET /talks?limit=50': () => client('GET', '/talks?limit=50'),
  }
  return async (operation, n) => {
    const answer = await operations[operation](n)
    expect(answer.status, `${operation}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
}

export type Counts = { statements: number; roundTrips: number; kilobytes: number }

/** Counts the costs of a server that starts with `env`. */
export async function startCounter({ folder, location }: TestInstallation) {
  await using stack = new AsyncDisposableStack()
  const file = join(folder, 'costs')
  appendFileSync(file, '')
  const proxy =
    location.dialect === 'postgres' ? stack.use(await startCountingProxy(location.url)) : undefined
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): { sql?: string; allocatedBytes?: number } => JSON.parse(line))
  const env = {
    COSTS_FILE: file,
    NODE_OPTIONS: `--import=${join(PROJECT, 'test/support/count-costs.ts')}`,
    ...(proxy ? { LECTERN_DATABASE_URL: proxy.url } : {}),
  }
  const allocations = () => lines().flatMap(({ allocatedBytes }) => allocatedBytes ?? [])
  const read = async ({ pid }: ServerProcess) => {
    const known = allocations().length
    process.kill(pid, 'SIGWINCH')
    await waitUntil(
      async () => allocations().length,
      (count) => count > known,
    )
    const counts = proxy?.counts()
    return {
      statements: counts?.statements ?? lines().filter(({ sql }) => sql !== undefined).length,
      roundTrips: counts?.roundTrips ?? 0,
      kilobytes: (allocations().at(-1) ?? 0) / 1024,
    }
  }
  const during = async (server: ServerProcess, work: () => Promise<unknown>): Promise<Counts> => {
    const before = await read(server)
    await work()
    const after = await read(server)
    const grown = (what: keyof Counts) => after[what] - before[what]
    return {
      statements: grown('statements'),
      roundTrips: grown('roundTrips'),
      kilobytes: grown('kilobytes'),
    }
  }
  const disposables = stack.move()
  return { env, during, [Symbol.asyncDispose]: () => disposables.disposeAsync() }
}

// Scenario tables: each row tests one rule of the contract, on its own platform of a shared server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Send, startApi, type TestApi, type TestPlatform } from './api.ts'
import { addOwnPlatform, type SharedOptions, shareApi } from './shared-servers.ts'

/** A test platform and a client with its standard key. */
export type Tenant = TestPlatform & { send: Send; api: TestApi }
export type Request = [method: string, path: string, body?: unknown]

/** The entity tag in a response to a write. */
export const ETAG: unknown = expect.stringMatching(/^"[1-9]\d*-[0-9a-f]{8}"$/)

export type Scenario = {
  /** The guarantee. */
  name: string
  before?: (tenant: Tenant) => Promise<unknown>
  request: Request | ((tenant: Tenant) => Request | Promise<Request>)
  level?: 'privileged'
  status: number
  /** The whole body. */
  body?: unknown
  /** Part of the body. Arrays must be complete. */
  has?: object
  /** Texts that must not occur anywhere in the response. */
  lacks?: readonly string[]
  after?: (tenant: Tenant, answer: Answer) => Promise<void>
}

type Options = Parameters<typeof startApi>[0] & SharedOptions

/**
 * A server for the tests of a file. Call it at the top of the file. Each platform starts with the same clock and with
 * `settings`. With options that affect the whole server, the server is only for this file.
 */
export function useApi(options: Options = {}): { createTenant(): Promise<Tenant> } {
  const { store, settings, isJobless, ...others } = options
  const isShared = Object.keys(others).length === 0
  let api: TestApi | undefined
  beforeAll(async () => {
    api = await (isShared
      ? shareApi({ ...(store ? { store } : {}), ...(isJobless ? { isJobless } : {}) })
      : startApi(options))
  })
  if (!isShared) afterAll(() => api?.[Symbol.asyncDispose]())
  return {
    async createTenant() {
      const running = api
      if (!running) throw new Error('The server has not started.')
      running.clock.reset()
      const platform = await addOwnPlatform(running, settings)
      const send: Send = (method, path, sending) =>
        running.send(method, path, { key: platform.standard, ...sending })
      return { ...platform, send, api: running }
    },
  }
}

/** Declares one test per row. */
export function testScenarios(server: ReturnType<typeof useApi>, rows: readonly Scenario[]): void {
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const tenant = await server.createTenant()
    await row.before?.(tenant)
    const [method, path, body] = typeof row.request === 'function' ? await row.request(tenant) : row.request
    const key = row.level === 'privileged' ? tenant.privileged : tenant.standard
    const answer = await tenant.send(method, path, { body, key })
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: row.status })
    if (row.body !== undefined) expect(answer.body).toEqual(row.body)
    if (row.has !== undefined) expect(answer.body).toMatchObject(row.has)
    for (const text of row.lacks ?? []) expect(answer.text).not.toContain(text)
    await row.after?.(tenant, answer)
  })
}

/** Sends a request that prepares a test. Fails if it is refused. */
export async function put(tenant: Tenant, path: string, body: unknown): Promise<Answer['body']> {
  const answer = await tenant.send('PUT', path, { body })
  expect(answer.body).toMatchObject({ code: 'ok' })
  return answer.body
}

export async function get(tenant: Tenant, path: string): Promise<Answer['body']> {
  const answer = await tenant.send('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

type Problem = { pointer?: string; parameter?: string; code: string; message: string }
/** The problems of a 422, as `[pointer or parameter, code, message]`. */
export const problemsOf = ({ body }: Answer) =>
  body.errors.map(({ pointer, parameter, code, message }: Problem) => [pointer ?? parameter, code, message])

export type ValueRule = {
  /** The attribute and its rule. */
  rule: string
  attribute: string
  /** Values that are stored as sent, or `storedAs(sent, as)`. */
  accepts: readonly unknown[]
  rejects: readonly RejectedValue[]
}
/** A value, the pointer of its problem, and the message. */
export type RejectedValue = [value: unknown, pointer: string, message: string]

class Kept {
  readonly sent: unknown
  readonly as: unknown
  constructor(sent: unknown, as: unknown) {
    this.sent = sent
    this.as = as
  }
}
/** A value that is returned in a different form than it was sent. */
export const storedAs = (sent: unknown, as: unknown): Kept => new Kept(sent, as)

/** One test per rule: every accepted value can be read back, and every other is refused and changes nothing. */
export function testValues(
  server: ReturnType<typeof useApi>,
  path: string,
  create: (tenant: Tenant) => Promise<unknown>,
  rules: readonly ValueRule[],
): void {
  test.each(rules.map((rule) => [rule.rule, rule] as const))(
    '%s',
    async (_rule, { attribute, accepts, rejects }) => {
      const tenant = await server.createTenant()
      await create(tenant)
      for (const value of accepts) {
        const { sent, as } = value instanceof Kept ? value : storedAs(value, value)
        const answer = await tenant.send('PUT', path, { body: { [attribute]: sent } })
        expect(answer.status, answer.text).toBe(200)
        expect((await get(tenant, path))[attribute]).toEqual(as)
      }
      const before = await get(tenant, path)
      for (const [value, pointer, message] of rejects) {
        const answer = await tenant.send('PUT', path, { body: { [attribute]: value } })
        expect(answer.status, answer.text).toBe(422)
        expect(answer.body.errors).toEqual([{ pointer, code: expect.any(String), message }])
        expect(await get(tenant, path)).toEqual(before)
      }
    },
  )
}

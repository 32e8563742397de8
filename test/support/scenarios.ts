// Scenario tables: one row, one rule of the contract, each in a platform of its own on one running server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Send, startApi, type TestApi, type TestPlatform } from './api.ts'

/** A platform of a test's own, and a client with its standard key. */
export type Own = TestPlatform & { send: Send; api: TestApi }
export type Request = [method: string, path: string, body?: unknown]

export type Scenario = {
  /** The guarantee. */
  name: string
  before?: (own: Own) => Promise<unknown>
  request: Request | ((own: Own) => Request | Promise<Request>)
  level?: 'privileged'
  status: number
  /** The whole body. */
  body?: unknown
  /** Part of the body; arrays are whole. */
  has?: object
  /** What the answer must not hold anywhere. */
  lacks?: readonly string[]
  after?: (own: Own, answer: Answer) => Promise<void>
}

type Options = Parameters<typeof startApi>[0]

/** One server for the tests of a file; to be called at its top. Each platform finds the clock where it was at the start. */
export function useApi(options: Options = {}): { ownPlatform(): Promise<Own> } {
  let api: TestApi | undefined
  let platforms = 0
  let started = 0
  beforeAll(async () => {
    api = await startApi(options)
    started = api.clock.now()
  })
  afterAll(() => api?.[Symbol.asyncDispose]())
  return {
    async ownPlatform() {
      const running = api
      if (!running) throw new Error('The server has not started.')
      platforms += 1
      running.clock.pass(started - running.clock.now())
      const platform = await running.addPlatform(`own-${platforms}`)
      const send: Send = (method, path, sending) =>
        running.send(method, path, { key: platform.standard, ...sending })
      return { ...platform, send, api: running }
    },
  }
}

/** Declares one test a row. */
export function testScenarios(server: ReturnType<typeof useApi>, rows: readonly Scenario[]): void {
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const own = await server.ownPlatform()
    await row.before?.(own)
    const [method, path, body] = typeof row.request === 'function' ? await row.request(own) : row.request
    const key = row.level === 'privileged' ? own.privileged : own.standard
    const answer = await own.send(method, path, { body, key })
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: row.status })
    if (row.body !== undefined) expect(answer.body).toEqual(row.body)
    if (row.has !== undefined) expect(answer.body).toMatchObject(row.has)
    for (const text of row.lacks ?? []) expect(answer.text).not.toContain(text)
    await row.after?.(own, answer)
  })
}

/** Sends what a test rests on; fails where it is refused. */
export async function put(own: Own, path: string, body: unknown): Promise<Answer['body']> {
  const answer = await own.send('PUT', path, { body })
  expect(answer.body).toMatchObject({ code: 'ok' })
  return answer.body
}

export async function get(own: Own, path: string): Promise<Answer['body']> {
  const answer = await own.send('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

type Problem = { pointer?: string; parameter?: string; code: string; message: string }
/** The problems of a 422, as `[pointer or parameter, code, message]`. */
export const problemsOf = ({ body }: Answer) =>
  body.errors.map(({ pointer, parameter, code, message }: Problem) => [pointer ?? parameter, code, message])

export type ValueRule = {
  /** The attribute, and what holds for it. */
  rule: string
  attribute: string
  /** Values that are kept as sent, or `kept(sent, as)`. */
  takes: readonly unknown[]
  refuses: readonly Refused[]
}
/** A value, where its problem lies, and what is said. */
export type Refused = [value: unknown, pointer: string, message: string]

class Kept {
  readonly sent: unknown
  readonly as: unknown
  constructor(sent: unknown, as: unknown) {
    this.sent = sent
    this.as = as
  }
}
/** A value that is answered in another form than it was sent in. */
export const kept = (sent: unknown, as: unknown): Kept => new Kept(sent, as)

/** One test a rule: every value that is taken is read back, every other is refused and changes nothing. */
export function testValues(
  server: ReturnType<typeof useApi>,
  path: string,
  create: (own: Own) => Promise<unknown>,
  rules: readonly ValueRule[],
): void {
  test.each(rules.map((rule) => [rule.rule, rule] as const))(
    '%s',
    async (_rule, { attribute, takes, refuses }) => {
      const own = await server.ownPlatform()
      await create(own)
      for (const value of takes) {
        const { sent, as } = value instanceof Kept ? value : kept(value, value)
        const answer = await own.send('PUT', path, { body: { [attribute]: sent } })
        expect(answer.status, answer.text).toBe(200)
        expect((await get(own, path))[attribute]).toEqual(as)
      }
      const before = await get(own, path)
      for (const [value, pointer, message] of refuses) {
        const answer = await own.send('PUT', path, { body: { [attribute]: value } })
        expect(answer.status, answer.text).toBe(422)
        expect(answer.body.errors).toEqual([{ pointer, code: expect.any(String), message }])
        expect(await get(own, path)).toEqual(before)
      }
    },
  )
}

// @lectern/client against a real server: its requests, its retries, and its sequences.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ApiError,
  createClient,
  idempotencyKeyOf,
  type PendingKeys,
  type TalkUpdate,
} from '../../clients/typescript/src/index.ts'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import type { Answer, TestApi } from '../support/api.ts'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { startPlatform } from '../support/shared-servers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startPlatform({ store: 'sqlite' })
})

/** A response whose connection breaks before its end. */
type Intercepted = Answer & { isCut?: boolean }

const cutOff = (text: string) =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, 20))),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })

type Sent = { method: string; path: string; key: string | undefined; status: number }

/** A client on its own platform, and the requests it sent. `intercept` gets each request and can answer it. */
async function ownClient(
  slug: string,
  intercept: (sent: Omit<Sent, 'status'>, ask: () => Promise<Answer>) => Promise<Intercepted> = (
    _sent,
    ask,
  ) => ask(),
  pendingKeys?: PendingKeys,
) {
  const platform = await api.addPlatform(slug)
  const sent: Sent[] = []
  const overHttps: typeof fetch = async (url, init = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, search } = new URL(String(url))
    const headers = Object.fromEntries(new Headers(init.headers))
    const call = {
      method: init.method ?? 'GET',
      path: `${pathname}${search}`.replace('/api/external/v1', ''),
      key: headers['idempotency-key'],
    }
    const answer = await intercept(call, () =>
      api.sendTo(call.method, `${pathname}${search}`, {
        key: null,
        headers,
        ...(typeof init.body === 'string' ? { raw: init.body } : {}),
      }),
    )
    sent.push({ ...call, status: answer.status })
    return new Response(answer.isCut ? cutOff(answer.text) : answer.text || null, {
      status: answer.status,
      headers: answer.headers,
    })
  }
  const options = { url: api.url, key: platform.standard, fetch: overHttps, longestWait: 5 }
  const client = createClient(pendingKeys ? { ...options, pendingKeys } : options)
  return { client, sent, platform, options }
}
const busy = (status: number, retryAfter?: string): Answer => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  },
  body: undefined,
  bytes: Buffer.alloc(0),
  text: '{"code":"too_many_requests"}',
})
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('the client', () => {
  test('creates, reads, updates, and deletes with the types of the document', async () => {
    const { client } = await ownClient('types')
    const { id, speakers } = await client.talks.create(talk())
    expect(speakers.map(({ email }) => email)).toEqual(['ada@example.org'])
    const read = await client.talks.read(id)
    expect([read.title, read.version]).toEqual(['Counting for everyone', 1])
    await client.talks.update(id, { title: 'Renamed' }, { ifVersion: read.version })
    const stale = client.talks.update(id, { title: 'Late' }, { ifVersion: read.version })
    await expect(stale).rejects.toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    await client.sponsors.update('ext:s', sponsor())
    await client.users.create({ ...attendee('uma'), type: 'Attendee' })
    expect((await client.users.read('uma@example.org')).role).toBe('attendee')
    await client.talks.delete(id)
    await expect(client.talks.read(id)).rejects.toBeInstanceOf(ApiError)
  })

  test('reports in a dry run what would change, without changing anything', async () => {
    const { client, sent } = await ownClient('dry')
    const { changes, accounts } = await client.talks.create(talk(), { dryRun: true })
    expect(changes.find(({ pointer }) => pointer === '/title')?.after).toBe('Counting for everyone')
    expect(accounts.map(({ email }) => email)).toEqual(['ada@example.org'])
    expect(await collect(client.talks.list())).toEqual([])
    expect(sent[0]?.key).toBeUndefined()
  })

  test.each([true, false])('supports a dry-run flag that is known only at run time: %s', async (dryRun) => {
    const { client } = await ownClient(`flag-${dryRun}`)
    // The type is a union, so it must be narrowed before an attribute is read.
    const saved = await client.talks.create(talk(), { dryRun })
    const planned = 'changes' in saved ? saved.accounts.map(({ email }) => email) : undefined
    const done = 'changes' in saved ? undefined : saved.speakers.map(({ password }) => typeof password)
    expect([planned, done]).toEqual(dryRun ? [['ada@example.org'], undefined] : [undefined, ['string']])
  })

  test('returns the password of a new user', async () => {
    const { client } = await ownClient('passwords')
    const saved = await client.users.update('ext:uma', { ...attendee('uma'), type: 'Attendee' })
    expect('password' in saved && typeof saved.password).toBe('string')
  })

  test('says what is wrong in the message of an error', async () => {
    const { client } = await ownClient('errors')
    await expect(client.talks.read('ext:nothing')).rejects.toThrow(/^No talk has this identifier\. \(404\)$/)
    const wrong = { title: '', track: 1, duration: 'long', start: 'now' } as unknown as TalkUpdate
    await expect(client.talks.update('ext:wrong', wrong)).rejects.toThrow(
      'The data is not valid: 4 problems. /title must not be empty; /track must be a string or null; /duration must be a number; 1 more (422)',
    )
    const { client: behind } = await ownClient('gateway', async () => ({
      ...busy(502),
      text: '<html>',
      headers: { 'content-type': 'text/html' },
    }))
    await expect(behind.talks.read('x')).rejects.toThrow(/^The request failed\. \(502\)$/)
  })

  test('fetches the pages of a list when they are needed', async () => {
    const { client, sent } = await ownClient('lists')
    for (let i = 0; i < 5; i += 1) {
      api.clock.pass(1)
      await client.sponsors.update(`ext:${i}`, sponsor({ name: `${i}` }))
    }
    sent.length = 0
    expect((await collect(client.sponsors.list({ limit: 2 }))).map(({ name }) => name)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ])
    expect(sent.length).toBe(3)
    sent.length = 0
    for await (const { name } of client.sponsors.list({ limit: 2 })) if (name === '1') break
    expect(sent.length).toBe(1)
  })

  test('executes batches and imports programmes', async () => {
    const { client } = await ownClient('bulk')
    const { results } = await client.batch({
      operations: [{ method: 'PUT', path: '/sponsors/ext:s', body: sponsor() }],
    })
    expect(results.map(({ status }) => status)).toEqual([201])
    const { externalId, ...body } = { externalId: 'p', ...sponsor() }
    const { created } = await client.putProgramme({ source: 'crm', sponsors: [{ externalId, ...body }] })
    expect(created).toEqual({ talks: 0, sponsors: 1, people: 0, surveys: 0 })
  })
})

describe('events', () => {
  test('are listed until there are no new ones', async () => {
    const { client } = await ownClient('events')
    await client.talks.create(talk({ speakers: [person('ada'), person('bo')] }))
    const types = (await collect(client.events.list({ limit: 2 }))).map(({ type }) => type)
    expect(types).toEqual(['user.created', 'user.created', 'talk.created'])
  })

  test('are followed until the signal is aborted', async () => {
    const { client } = await ownClient('follow')
    await client.sponsors.update('ext:s', sponsor())
    const stop = new AbortController()
    const seen: string[] = []
    let after = ''
    const following = (async () => {
      for await (const { items, next } of client.events.follow({ everyMs: 5 }, { signal: stop.signal })) {
        seen.push(...items.map(({ type }) => type))
        after = next
        if (seen.length === 1) await client.sponsors.update('ext:s', { level: 1 })
        if (seen.length === 2) stop.abort(new Error('enough'))
      }
    })()
    await expect(following).rejects.toThrow('enough')
    expect(seen).toEqual(['sponsor.created', 'sponsor.updated'])
    expect(await collect(client.events.list({ after }))).toEqual([])
  })
})

describe('a request is retried', () => {
  test('after the rate limit allows it', async () => {
    const { client, sent, platform } = await ownClient('limit', async (_call, ask) => {
      const answer = await ask()
      if (answer.status === 429) api.clock.pass(1_000)
      return answer
    })
    await changeSettings(api.installation, platform.caller, { requestsPerMinute: 1 })
    await client.sponsors.create(sponsor())
    api.clock.pass(59_000)
    await client.sponsors.create(sponsor())
    expect(sent.map(({ status }) => status)).toEqual([201, 429, 201])
    // It may wait less than a minute.
    await expect(client.sponsors.create(sponsor())).rejects.toMatchObject({ status: 429 })
  })

  test('after a 429 or 503 at the time the server asks, with the same key, so that a write is executed once', async () => {
    let tries = 0
    const { client, sent } = await ownClient('again', async (call, ask) => {
      if (call.method === 'GET') return ask()
      tries += 1
      if (tries === 1) return busy(429, '0')
      if (tries === 2) {
        // Executed, but its response is lost.
        await ask()
        return busy(503, '0')
      }
      return ask()
    })
    const { id, speakers } = await client.talks.create(talk())
    expect(sent.map(({ status }) => status)).toEqual([429, 503, 201])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(speakers[0]?.password).toEqual(expect.any(String))
    expect((await collect(client.talks.list())).map((item) => item.id)).toEqual([id])
  })

  test('after a broken connection, with the same key', async () => {
    let tries = 0
    const { client, sent } = await ownClient('broken', async (_call, ask) => {
      tries += 1
      const answer = await ask()
      if (tries === 1) throw new TypeError('fetch failed')
      return answer
    })
    await client.sponsors.create(sponsor())
    expect([tries, sent.map(({ status }) => status)]).toEqual([2, [201]])
    expect((await collect(client.sponsors.list())).length).toBe(1)
  })

  test('after a response that is cut off, with the same key', async () => {
    let tries = 0
    const { client, sent } = await ownClient('cut', async (_call, ask) => {
      tries += 1
      const answer = await ask()
      return tries === 1 ? { ...answer, isCut: true } : answer
    })
    const { speakers } = await client.talks.create(talk())
    expect(speakers[0]?.password).toEqual(expect.any(String))
    expect([tries, new Set(sent.map(({ key }) => key)).size]).toEqual([2, 1])
    expect((await collect(client.talks.list())).length).toBe(1)
  })

  test('not after other errors, or if the wait is too long or unknown', async () => {
    for (const [status, retryAfter] of [
      [429, '6'],
      [503, undefined],
      [500, '0'],
      [422, '0'],
    ] as const) {
      const { client, sent } = await ownClient(`no-${status}`, async () => busy(status, retryAfter))
      await expect(client.talks.create(talk())).rejects.toMatchObject({ status })
      expect(sent.length).toBe(1)
    }
  })

  test('only up to the maximum number of retries, and not after the signal is aborted', async () => {
    const { client, sent } = await ownClient('ever', async () => busy(429, '0'))
    await expect(client.talks.create(talk())).rejects.toMatchObject({ status: 429 })
    expect(sent.length).toBe(6)

    const stop = new AbortController()
    const { client: slow } = await ownClient('abort', async () => {
      setImmediate(() => stop.abort(new Error('enough')))
      return busy(429, '5')
    })
    await expect(slow.talks.create(talk(), { signal: stop.signal })).rejects.toThrow('enough')
  })
})

describe('a write whose response is lost', () => {
  /** The first response is lost after the write was executed, and every retry gets the answer. */
  const losing = (retry: () => Intercepted) => {
    const state = { isLosing: true, tries: 0 }
    const intercept = async (call: { method: string }, ask: () => Promise<Answer>): Promise<Intercepted> => {
      if (call.method === 'GET' || !state.isLosing) return ask()
      state.tries += 1
      if (state.tries > 1) return retry()
      await ask()
      throw new TypeError('fetch failed')
    }
    return { state, intercept }
  }

  test.each([
    ['refused by the rate limit', () => busy(429, '60')],
    ['refused because of the key', () => busy(401)],
    ['answered by a broken proxy', () => busy(502)],
    ['lost, too', () => busy(503, '60')],
  ])('names its key if its retries are %s, and the same call gets the result', async (what, retry) => {
    const { state, intercept } = losing(retry)
    const { client, sent } = await ownClient(`lost-${what.replaceAll(/\W/g, '')}`, intercept)
    const error = await client.talks.create(talk()).catch((error: unknown) => error)
    const key = idempotencyKeyOf(error)
    expect(key).toBe(sent[0]?.key)
    expect(String(error)).toContain(
      `It is unknown whether the write was executed; repeat it with the idempotency key ${key} to get its result.`,
    )
    state.isLosing = false
    const { speakers } = await client.talks.create(talk())
    expect(speakers[0]?.password).toEqual(expect.any(String))
    expect(sent.at(-1)?.key).toBe(key)
    // The next one is another talk.
    await client.talks.create(talk())
    expect((await collect(client.talks.list())).length).toBe(2)
  })

  test('is resumed in another process, which finds the key that was stored before it was sent', async () => {
    const stored = new Map<string, string>()
    const order: string[] = []
    const pendingKeys: PendingKeys = {
      get: async (id) => stored.get(id),
      set: async (id, key) => order.push(`stored ${stored.set(id, key).size}`),
      delete: async (id) => stored.delete(id),
    }
    const { state, intercept } = losing(() => busy(503, '60'))
    const { client, options } = await ownClient(
      'process',
      (call, ask) => {
        order.push('sent')
        return intercept(call, ask)
      },
      pendingKeys,
    )
    await expect(client.talks.create(talk())).rejects.toMatchObject({ status: 503 })
    expect(order).toEqual(['stored 1', 'sent', 'sent'])
    state.isLosing = false
    const { speakers } = await createClient({ ...options, pendingKeys }).talks.create(talk())
    expect(speakers[0]?.password).toEqual(expect.any(String))
    expect([...stored]).toEqual([])
  })

  test('has no key left after a definite refusal, and equal writes at the same time stay two', async () => {
    const pendingKeys = new Map<string, string>()
    const { client } = await ownClient('definite', undefined, pendingKeys)
    const refusal = await client.talks.create(talk({ title: '' })).catch((error: unknown) => error)
    expect([idempotencyKeyOf(refusal), pendingKeys.size]).toEqual([undefined, 0])
    await Promise.all([client.talks.create(talk()), client.talks.create(talk())])
    expect((await collect(client.talks.list())).length).toBe(2)
    expect(pendingKeys.size).toBe(0)
  })

  test('does not reach the caller’s own error when it is aborted', async () => {
    const stop = new AbortController()
    const { client } = await ownClient('aborted', async () => {
      stop.abort(new Error('enough'))
      throw stop.signal.reason
    })
    const error = await client.talks.create(talk(), { signal: stop.signal }).catch((error: Error) => error)
    expect([String(error), idempotencyKeyOf(error)]).toEqual(['Error: enough', expect.any(String)])
  })
})

test('every call has its own idempotency key, unless one is given', async () => {
  const { client, sent } = await ownClient('keys')
  await client.sponsors.update('ext:a', sponsor())
  await client.sponsors.update('ext:b', sponsor(), { idempotencyKey: 'mine' })
  await client.sponsors.delete('ext:a')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(sent[1]?.key).toBe('mine')
})

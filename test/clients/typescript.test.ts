// @lectern/client against a real server: its requests, its retries, and its sequences.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError, createClient, type TalkUpdate } from '../../clients/typescript/src/index.ts'
import { changeSettings } from '../../src/domain/platforms/platforms.ts'
import { type Answer, startApi, type TestApi } from '../support/api.ts'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ store: 'sqlite', isKeptAlive: true })
})
afterAll(() => api[Symbol.asyncDispose]())

type Sent = { method: string; path: string; key: string | undefined; status: number }

/** A client on its own platform, and the requests it sent. `meddle` intercepts requests and can answer them itself. */
async function ownClient(
  slug: string,
  meddle: (sent: Omit<Sent, 'status'>, ask: () => Promise<Answer>) => Promise<Answer> = (_sent, ask) => ask(),
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
    const answer = await meddle(call, () =>
      api.sendTo(call.method, `${pathname}${search}`, {
        key: null,
        headers,
        ...(typeof init.body === 'string' ? { raw: init.body } : {}),
      }),
    )
    sent.push({ ...call, status: answer.status })
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers })
  }
  const client = createClient({ url: api.url, key: platform.standard, fetch: overHttps, longestWait: 5 })
  return { client, sent, platform }
}
const busy = (status: number, retryAfter?: string): Answer => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  },
  body: undefined,
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
      'The data is not valid: 4 problems. /title must not be empty; /track must be a string or null; /duration must be a whole number; 1 more (422)',
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
    expect(created).toEqual({ talks: 0, sponsors: 1, people: 0 })
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

test('every call has its own idempotency key, unless one is given', async () => {
  const { client, sent } = await ownClient('keys')
  await client.sponsors.update('ext:a', sponsor())
  await client.sponsors.update('ext:b', sponsor(), { idempotencyKey: 'mine' })
  await client.sponsors.delete('ext:a')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(sent[1]?.key).toBe('mine')
})

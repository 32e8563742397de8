// Concurrent requests with the same idempotency key.
import { describe, expect, inject, test } from 'vitest'
import { type Answer, startApi, type TestApi } from '../../../../test/support/api.ts'
import { attendee, person, talk } from '../../../../test/support/bodies.ts'
import { holdChanges } from '../../../../test/support/held-store.ts'
import {
  boundedClient,
  comparable,
  inParallel,
  isReplayed,
  sendStream,
  withKey,
} from '../../../../test/support/idempotency.ts'
import { readEmails, readEvents, readRows } from '../../../../test/support/rows.ts'
import type { Request } from '../../../../test/support/scenarios.ts'
import { sized } from '../../../../test/support/sizes.ts'

/** All with one key. */
const REPEATS = sized({ quick: 200, small: 1_000 })

describe('concurrent requests', () => {
  test('get 409 with Retry-After while the first one is being executed', async () => {
    await using api = await startApi()
    const { reached, open } = holdChanges(api.installation.store)
    const operation = { method: 'POST', path: '/users', body: attendee('eve') }
    const requests: Request[] = [
      ['POST', '/users', attendee('ada')],
      ['POST', '/batch', { operations: [operation] }],
      ['PUT', '/programme', { source: 's', people: [{ ...person('bob'), externalId: 'b' }] }],
    ]
    const streamed = { method: 'POST', path: '/users', body: attendee('dan') }
    const sendAll = () => [
      ...requests.map(([method, path, body]) => api.send(method, path, { body, ...withKey('once') })),
      sendStream(api, [streamed], withKey('stream')),
    ]
    const running = sendAll()
    await reached
    // Requests sent before this one have arrived when it is answered.
    await api.send('GET', '/talks')
    const early = await Promise.all(sendAll())
    for (const { status, body, headers } of early) {
      expect({ status, code: body.code, retryAfter: headers['retry-after'] }).toEqual({
        status: 409,
        code: 'idempotency_key_in_use',
        retryAfter: '1',
      })
    }
    open()
    const first = await Promise.all(running)
    expect(first.map(({ status }) => status)).toEqual([201, 200, 200, 200])
    const late = await Promise.all(sendAll())
    expect(late.map(comparable)).toEqual(first.map(comparable))
    // The headers of a stream are sent before it is known whether the whole stream is a repeat.
    expect(late.map(isReplayed)).toEqual([true, true, true, false])
  })

  test(`with one key are executed once, even ${REPEATS} of them`, { timeout: 120_000 }, async () => {
    await using api = await startApi()
    const client = boundedClient(api, api.platform.standard, 64)
    const body = talk({ speakers: [person('ada'), person('eve')] })
    const answers = await inParallel(REPEATS, 64, () =>
      client.send('POST', '/talks', { body, ...withKey('once') }),
    )
    client.close()
    expectOneExecution(answers)
    await expectOneTalk(api)
  })

  test.runIf(inject('store') === 'postgres')(
    `with one key through two nodes are executed once, even ${REPEATS} of them`,
    { timeout: 120_000 },
    async () => {
      await using api = await startApi({ isKeptAlive: true })
      const nodes = [api, await api.addNode()]
      const body = talk({ speakers: [person('ada'), person('eve')] })
      const answers = await inParallel(REPEATS, 32, (i) =>
        (nodes[i % 2] ?? api).send('POST', '/talks', { body, ...withKey('once') }),
      )
      expectOneExecution(answers)
      await expectOneTalk(api)
    },
  )

  test.runIf(inject('store') === 'postgres')(
    'through two nodes are never refused because of what the first one did',
    { timeout: 120_000 },
    async () => {
      await using api = await startApi({ isKeptAlive: true })
      const nodes = [api, await api.addNode()]
      const pairs = await inParallel(150, 4, (i) =>
        Promise.all(
          nodes.map((node) => node.send('POST', '/users', { body: attendee(`p${i}`), ...withKey(`k${i}`) })),
        ),
      )
      for (const pair of pairs) expectOneExecution(pair)
    },
  )
})

/** Expects one original response; all others repeat it or are refused because the key is in use. */
function expectOneExecution(answers: readonly Answer[]): void {
  const created = answers.filter(({ status }) => status === 201)
  expect(created.filter((answer) => !isReplayed(answer)).length).toBe(1)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  const others = answers.filter(({ status }) => status !== 201)
  expect(
    [...new Set(others.map(({ body }) => body.code))].filter((code) => code !== 'idempotency_key_in_use'),
  ).toEqual([])
}

async function expectOneTalk(api: TestApi): Promise<void> {
  const tenant = { api, ...api.platform }
  expect((await readRows(tenant, 'talks')).length).toBe(1)
  expect(await readEmails(tenant)).toEqual(['ada@example.org', 'eve@example.org'])
  expect((await readEvents(tenant)).map(({ type }) => type).sort()).toEqual([
    'talk.created',
    'user.created',
    'user.created',
  ])
}

// Credits through the API: the ledger of a person, grants, debits, and refunds.
import { expect, test } from 'vitest'
import { problemsOf, put, type Tenant, testScenarios, useApi } from '../../../test/support/scenarios.ts'
import { changeSettings } from '../platforms/platforms.ts'

const server = useApi()
const ADA = { email: 'ada@example.org', type: 'Attendee', firstName: 'Ada', lastName: 'Sample' }
const LEDGER = '/users/ada@example.org/credits'

const turnOn = (tenant: Tenant, price = 1) =>
  changeSettings(tenant.api.installation, tenant.caller, { credits: { isOn: true, price } })

async function createTenant({ balance = 0, price = 1 } = {}) {
  const tenant = await server.createTenant()
  await turnOn(tenant, price)
  const created = await tenant.send('POST', '/users', { body: ADA })
  await put(tenant, '/talks/ext:keynote', {
    title: 'Keynote',
    description: '',
    start: '2027-03-01T12:00:00Z',
    speakers: [{ email: 'speaker@example.org', firstName: 'Grace', lastName: 'Example' }],
  })
  const change = (body: object, path = LEDGER) => tenant.send('POST', path, { body })
  if (balance > 0) await change({ kind: 'grant', amount: balance })
  const ledger = async () => (await tenant.send('GET', LEDGER)).body
  const entries = async () =>
    (await ledger()).items.map(({ kind, amount, balance }: Record<string, unknown>) => [
      kind,
      amount,
      balance,
    ])
  return { tenant, id: created.body.id as string, change, ledger, entries }
}

test('grants and debits change the balance, and the ledger keeps every entry', async () => {
  const { id, change, ledger, tenant } = await createTenant()
  const granted = await change({ kind: 'grant', amount: 5, note: 'Conference pass' })
  expect([granted.status, granted.body]).toEqual([
    200,
    { code: 'ok', message: 'Credits changed.', id, balance: 5 },
  ])
  await change({ kind: 'debit', amount: 2 })
  const { balance, items, next } = await ledger()
  expect([balance, next]).toEqual([3, null])
  const entry = { id: expect.any(String), talk: null, mode: null, note: null, createdAt: expect.any(String) }
  expect(items).toEqual([
    { ...entry, kind: 'debit', amount: -2, balance: 3 },
    { ...entry, kind: 'grant', amount: 5, balance: 5, note: 'Conference pass' },
  ])
  const first = await tenant.send('GET', `${LEDGER}?limit=1`)
  const second = await tenant.send('GET', `${LEDGER}?limit=1&cursor=${first.body.next}`)
  expect([...first.body.items, ...second.body.items]).toEqual(items)
})

test('changes of one ledger that meet are all counted', async () => {
  const { change, ledger } = await createTenant()
  const answers = await Promise.all(Array.from({ length: 40 }, () => change({ kind: 'grant', amount: 1 })))
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  expect((await ledger()).balance).toBe(40)
})

test('a debit for a talk takes its price once per mode, and a refund returns it once', async () => {
  const { change, entries, tenant } = await createTenant({ balance: 10, price: 3 })
  const talk = 'ext:keynote'
  for (const mode of ['live', 'live', 'replay']) await change({ kind: 'debit', talk, mode })
  for (const mode of ['live', 'live']) await change({ kind: 'refund', talk, mode })
  const again = await change({ kind: 'debit', talk, mode: 'live' })
  expect(again.body).toMatchObject({ balance: 7, message: expect.stringContaining('Nothing to change') })
  expect(await entries()).toEqual([
    ['refund', 3, 7],
    ['debit', -3, 4],
    ['debit', -3, 7],
    ['grant', 10, 10],
  ])
  const { body: feed } = await tenant.send('GET', '/events?types=credit.*')
  expect(feed.items.map(({ type }: { type: string }) => type)).toEqual(['credit.consumed', 'credit.consumed'])
  expect(feed.items[0].changed).toEqual(['/balance', '/credits', '/mode', '/talk'])
})

test('deleting a talk returns what people have paid for it', async () => {
  const { tenant, change, entries } = await createTenant({ balance: 9, price: 2 })
  await change({ kind: 'debit', talk: 'ext:keynote', mode: 'live' })
  await change({ kind: 'debit', talk: 'ext:keynote', mode: 'replay', amount: 4 })
  await change({ kind: 'refund', talk: 'ext:keynote', mode: 'live' })
  await change({ kind: 'debit', amount: 1 })
  expect((await tenant.send('DELETE', '/talks/ext:keynote')).status).toBe(200)
  expect(await entries()).toEqual([
    ['refund', 4, 8],
    ['debit', -1, 4],
    ['refund', 2, 5],
    ['debit', -4, 3],
    ['debit', -2, 7],
    ['grant', 9, 9],
  ])
})

test('a balance is never negative, even if many debits arrive at once', async () => {
  const { change, ledger } = await createTenant({ balance: 5 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => change({ kind: 'debit', amount: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(409)])
  expect((await ledger()).balance).toBe(0)
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'insufficient_credits',
    message: 'The account does not have enough credits.',
  })
})

test('a dry run changes nothing, an idempotency key works once, and a batch grants to many', async () => {
  const { tenant, id, change, ledger } = await createTenant()
  const body = { kind: 'grant', amount: 5 }
  const dry = await tenant.send('POST', `${LEDGER}?dryRun=true`, { body })
  expect(dry.body).toMatchObject({
    dryRun: true,
    id,
    changes: [
      { pointer: '/balance', before: null, after: 5 },
      { pointer: '/credits', before: null, after: 5 },
    ],
  })
  expect((await ledger()).balance).toBe(0)
  for (const _ of [1, 2])
    await tenant.send('POST', LEDGER, { body, headers: { 'idempotency-key': 'grant-1' } })
  expect((await ledger()).balance).toBe(5)
  const operations = [1, 2].map(() => ({ method: 'POST', path: LEDGER, body }))
  await tenant.send('POST', '/batch', { body: { operations } })
  expect((await ledger()).balance).toBe(15)
  expect((await change(body, '/users/unknown@example.org/credits')).status).toBe(404)
})

test('impossible changes are refused with every problem, and change nothing', async () => {
  const { change, ledger } = await createTenant({ balance: 3 })
  const problems = async (body: object) => problemsOf(await change(body))
  expect(await problems({ kind: 'grant' })).toEqual([['/amount', 'required', 'is required without a talk']])
  expect(await problems({ kind: 'grant', talk: 'ext:keynote' })).toEqual([
    ['/talk', 'unexpected', 'is not for grants'],
    ['/mode', 'required', 'is required with a talk'],
  ])
  expect(await problems({ kind: 'refund', amount: 1 })).toEqual([
    ['/talk', 'required', 'is required for a refund'],
    ['/amount', 'unexpected', 'is not for refunds, which return what the talk has cost'],
  ])
  expect(await problems({ kind: 'refund', talk: 'ext:keynote', mode: 'live' })).toEqual([
    ['/talk', 'not_paid', 'has not been paid for by this person'],
  ])
  expect(await problems({ kind: 'debit', amount: 1, mode: 'live' })).toEqual([
    ['/mode', 'unexpected', 'is only for talks'],
  ])
  expect((await change({ kind: 'grant', amount: 0 })).status).toBe(422)
  expect((await change({ kind: 'debit', talk: 'ext:unknown', mode: 'live' })).body.code).toBe(
    'talk_not_found',
  )
  expect((await ledger()).items).toHaveLength(1)
})

testScenarios(server, [
  {
    name: 'reading credits that are off is refused',
    before: (tenant) => tenant.send('POST', '/users', { body: ADA }),
    request: ['GET', LEDGER],
    status: 409,
    has: { code: 'feature_off', message: 'Credits are off on this platform.' },
  },
  {
    name: 'granting credits that are off is refused',
    before: (tenant) => tenant.send('POST', '/users', { body: ADA }),
    request: ['POST', LEDGER, { kind: 'grant', amount: 1 }],
    status: 409,
    has: { code: 'feature_off' },
  },
  {
    name: 'credits of an unknown account',
    before: (tenant) => turnOn(tenant),
    request: ['GET', LEDGER],
    status: 404,
    has: { code: 'user_not_found' },
  },
])

test('the account of another platform is unknown', async () => {
  const { id } = await createTenant()
  const { change } = await createTenant()
  expect((await change({ kind: 'grant', amount: 1 }, `/users/${id}/credits`)).status).toBe(404)
})

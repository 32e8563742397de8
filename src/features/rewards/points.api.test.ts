// Points through the API: the ledger of a person, grants, and the leaderboard.
import { expect, test } from 'vitest'
import { type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { defaultSettings } from '../platforms/default-settings-schema.ts'
import { changeSettings } from '../platforms/platforms.ts'

const server = useApi()

const turnOff = (tenant: Tenant) =>
  changeSettings(tenant.api.installation, tenant.caller, {
    features: { ...defaultSettings.features, rewardsEarning: false },
  })

async function createTenant(...names: string[]) {
  const tenant = await server.createTenant()
  for (const name of names)
    await tenant.send('POST', '/users', {
      body: { email: `${name}@example.org`, type: 'Attendee', firstName: name, lastName: 'Sample' },
    })
  const grant = (name: string, body: object) =>
    tenant.send('POST', `/users/${name}@example.org/points`, { body: { reason: 'Booth', ...body } })
  const ledger = async (name: string) => (await tenant.send('GET', `/users/${name}@example.org/points`)).body
  return { tenant, grant, ledger }
}

test('points of a grant are in the ledger and in the total', async () => {
  const { tenant, grant, ledger } = await createTenant('ada')
  const answer = await grant('ada', { points: 10, object: 'booth-12' })
  expect([answer.status, answer.body]).toEqual([
    200,
    { code: 'ok', message: 'Points changed.', id: expect.any(String), total: 10 },
  ])
  tenant.api.clock.pass(1)
  await grant('ada', { points: -4, reason: 'Correction' })
  const entry = { id: expect.any(String), kind: 'granted', talk: null, createdAt: expect.any(String) }
  expect(await ledger('ada')).toEqual({
    code: 'ok',
    total: 6,
    items: [
      { ...entry, points: -4, reason: 'Correction', object: expect.any(String) },
      { ...entry, points: 10, reason: 'Booth', object: 'booth-12' },
    ],
    next: null,
  })
})

test('the same reason and object count once for each person, even at once', async () => {
  const { grant, ledger } = await createTenant('ada', 'grace')
  const same = { points: 10, object: 'booth-12' }
  await Promise.all([1, 2, 3, 4].map(() => grant('ada', same)))
  await grant('ada', { ...same, reason: 'Quiz' })
  await grant('grace', same)
  expect([(await ledger('ada')).total, (await ledger('grace')).total]).toEqual([20, 10])
  expect((await grant('ada', same)).body.message).toBe('Nothing to change: the points were granted before.')
})

test('grants of different reasons that arrive at once all count', async () => {
  const { grant, ledger } = await createTenant('ada')
  await Promise.all(Array.from({ length: 10 }, (_, at) => grant('ada', { points: 1, reason: `Booth ${at}` })))
  expect((await ledger('ada')).total).toBe(10)
})

test('nobody has less than 0 points', async () => {
  const { grant, ledger } = await createTenant('ada')
  await grant('ada', { points: 3 })
  const answer = await grant('ada', { points: -4 })
  expect([answer.status, answer.body.code]).toEqual([409, 'insufficient_points'])
  expect((await grant('ada', { points: 0 })).status).toBe(422)
  expect(await ledger('ada')).toMatchObject({ total: 3, items: [{ points: 3 }] })
})

test('a dry run grants nothing', async () => {
  const { tenant, ledger } = await createTenant('ada')
  const body = { points: 3, reason: 'Booth' }
  const answer = await tenant.send('POST', '/users/ada@example.org/points?dryRun=true', { body })
  expect(answer.body).toMatchObject({ dryRun: true, status: 200 })
  expect((await ledger('ada')).total).toBe(0)
})

test('the leaderboard is sorted by points, with equal ranks and pages', async () => {
  const { tenant, grant } = await createTenant('a', 'b', 'c', 'd', 'none')
  for (const [name, points] of [
    ['a', 5],
    ['b', 9],
    ['c', 5],
    ['d', 1],
  ] as const)
    await grant(name, { points })
  const pages = []
  for (let cursor = ''; ; ) {
    const { body } = await tenant.send('GET', `/leaderboard?limit=2${cursor}`)
    pages.push(
      body.items.map(({ rank, points, user }: Leader) => [
        rank,
        points,
        user.firstName === 'c' ? 'a' : user.firstName,
      ]),
    )
    if (body.next === null) break
    cursor = `&cursor=${body.next}`
  }
  expect(pages).toEqual([
    [
      [1, 9, 'b'],
      [2, 5, 'a'],
    ],
    [
      [2, 5, 'a'],
      [4, 1, 'd'],
    ],
  ])
  const { body } = await tenant.send('GET', '/leaderboard')
  expect(Object.keys(body.items[0].user).sort()).toEqual([
    'avatar',
    'firstName',
    'id',
    'lastName',
    'username',
  ])
})
type Leader = { rank: number; points: number; user: { firstName: string } }

test('points that are off cannot be read or granted', async () => {
  const { tenant, grant } = await createTenant('ada')
  await turnOff(tenant)
  const answers = [
    await grant('ada', { points: 1 }),
    await tenant.send('GET', '/users/ada@example.org/points'),
    await tenant.send('GET', '/leaderboard'),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'feature_off']))
})

test('an unknown account has no points', async () => {
  const { tenant } = await createTenant()
  expect((await tenant.send('GET', '/users/ada@example.org/points')).status).toBe(404)
})

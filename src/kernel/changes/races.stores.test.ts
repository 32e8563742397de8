// Races: concurrent requests have the same outcome as requests in sequence, and none gets a 5xx.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import { readEmails, readEvents, readRows, readTags } from '../../../test/support/rows.ts'
import { get, put, type Request, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { changeRole } from '../../features/people/roles.ts'

const server = useApi()
const MANY = 10
const times = <T>(make: (i: number) => T): T[] => Array.from({ length: MANY }, (_, i) => make(i))

/** Sends all of them at once. */
const race = (tenant: Tenant, requests: readonly Request[]): Promise<Answer[]> =>
  Promise.all(requests.map(([method, path, body]) => tenant.send(method, path, { body })))

/** The number of responses by status. */
const tally = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const codes = (answers: readonly Answer[]) => [...new Set(answers.map(({ body }) => body.code))].sort()
const passwords = (answers: readonly Answer[]) =>
  answers.flatMap(({ text }) => text.match(/"password":"/g) ?? [])

describe('concurrent creations', () => {
  test('of talks with the same new e-mail create one account, with its password in one response', async () => {
    const tenant = await server.createTenant()
    const answers = await race(
      tenant,
      times((i) => ['PUT', `/talks/ext:t${i}`, talk({ speakers: [person(i % 2 ? 'ada' : 'ADA')] })]),
    )
    expect(tally(answers)).toEqual({ 201: MANY })
    expect((await readEmails(tenant)).length).toBe(1)
    expect(passwords(answers).length).toBe(1)
    expect(new Set(answers.map(({ body }) => body.speakers[0].id)).size).toBe(1)
    expect((await readEvents(tenant)).filter((event) => event.type === 'user.created').length).toBe(1)
  })

  test('of talks with the same people in opposite orders create one account for each person', async () => {
    const tenant = await server.createTenant()
    const all = [0, 1, 2, 3].map((i) => person(`p${i}`, { tags: [`tag ${i}`] }))
    const answers = await race(
      tenant,
      times((i) => ['PUT', `/talks/ext:t${i}`, talk({ speakers: i % 2 ? all : all.toReversed() })]),
    )
    expect(tally(answers)).toEqual({ 201: MANY })
    expect((await readEmails(tenant)).length).toBe(4)
    expect(passwords(answers).length).toBe(4)
    expect(await readTags(tenant)).toEqual(['tag 0', 'tag 1', 'tag 2', 'tag 3'])
  })

  test.each([
    ['talk', '/talks/ext:x', talk()],
    ['sponsor', '/sponsors/ext:x', sponsor({ speakers: [person('ada')] })],
    ['user', '/users/ext:x', attendee('ada')],
  ])('by PUT with the same external id create one %s', async (kind, path, body) => {
    const tenant = await server.createTenant()
    const answers = await race(
      tenant,
      times(() => ['PUT', path, body]),
    )
    expect(tally(answers)).toEqual({ 200: MANY - 1, 201: 1 })
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(passwords(answers).length).toBe(1)
    expect((await readEvents(tenant)).map((event) => event.type).sort()).toEqual(
      kind === 'user' ? ['user.created'] : [`${kind}.created`, 'user.created'].sort(),
    )
  })

  test.each([
    ['talk', '/talks', (i: number) => talk({ speakers: [person(`p${i}`)] })],
    ['sponsor', '/sponsors', (i: number) => sponsor({ speakers: [person(`p${i}`)] })],
    ['user', '/users', (i: number) => attendee(`p${i}`)],
  ])(
    'by POST of a %s with the same external id create one, and no accounts for the others',
    async (_kind, path, body) => {
      const tenant = await server.createTenant()
      const answers = await race(
        tenant,
        times((i) => ['POST', path, { ...body(i), externalId: 'x' }]),
      )
      expect(tally(answers)).toEqual({ 201: 1, 409: MANY - 1 })
      expect(codes(answers)).toEqual(['external_id_taken', 'ok'])
      expect((await readEmails(tenant)).length).toBe(1)
    },
  )

  test('of users with the same e-mail create one, and the others get email_taken', async () => {
    const tenant = await server.createTenant()
    const answers = await race(
      tenant,
      times(() => ['POST', '/users', attendee('ada')]),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: MANY - 1 })
    expect(codes(answers)).toEqual(['email_taken', 'ok'])
    expect(passwords(answers).length).toBe(1)
  })

  test('of users with the same username create one, and the others get username_taken', async () => {
    const tenant = await server.createTenant()
    const answers = await race(
      tenant,
      times((i) => ['POST', '/users', attendee(`p${i}`, { username: i % 2 ? 'Countess' : 'countess' })]),
    )
    expect(tally(answers)).toEqual({ 201: 1, 409: MANY - 1 })
    expect(codes(answers)).toEqual(['ok', 'username_taken'])
  })

  test('of people with the same username give it to one, and the others get a warning', async () => {
    const tenant = await server.createTenant()
    const answers = await race(
      tenant,
      times((i) => [
        'PUT',
        `/talks/ext:t${i}`,
        talk({ speakers: [person(`p${i}`, { username: 'countess' })] }),
      ]),
    )
    expect(tally(answers)).toEqual({ 201: MANY })
    expect(answers.flatMap(({ body }) => body.warnings ?? []).map((warning) => warning.code)).toEqual(
      Array(MANY - 1).fill('username_taken'),
    )
    const usernames = (await get(tenant, '/users')).items.map((user: { username: string }) => user.username)
    expect(usernames.filter((username: string) => username === 'countess').length).toBe(1)
  })

  test('of a user and a speaker with the same e-mail create one account with one password', async () => {
    const tenant = await server.createTenant()
    const answers = await race(
      tenant,
      times((i) => (i % 2 ? ['POST', '/users', attendee('ada')] : ['PUT', `/talks/ext:t${i}`, talk()])),
    )
    expect(codes(answers).filter((code) => code !== 'ok' && code !== 'email_taken')).toEqual([])
    expect(await readEmails(tenant)).toEqual(['ada@example.org'])
    expect(passwords(answers).length).toBe(1)
  })
})

test('only one of several concurrent updates of users can take the same e-mail', async () => {
  const tenant = await server.createTenant()
  for (const body of times((i) => attendee(`p${i}`))) await put(tenant, `/users/ext:${body.firstName}`, body)
  const answers = await race(
    tenant,
    times((i) => ['PUT', `/users/p${i}@example.org`, { email: 'new@example.org' }]),
  )
  expect(tally(answers)).toEqual({ 200: 1, 409: MANY - 1 })
  expect((await readEmails(tenant)).filter((email) => email === 'new@example.org').length).toBe(1)
})

test('concurrent updates of different attributes are all applied, with one version each', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  const updates = [
    { title: 'Renamed' },
    { track: 'Web' },
    { tags: ['a'] },
    { duration: 5 },
    { featured: true },
    { features: { chat: false } },
    { features: { surveys: false } },
    { moderators: [person('mo')] },
    { description: 'x' },
    { timezone: 'Europe/Paris' },
  ]
  const answers = await race(
    tenant,
    updates.map((body) => ['PUT', '/talks/ext:t', body]),
  )
  expect(tally(answers)).toEqual({ 200: updates.length })
  const after = await get(tenant, '/talks/ext:t')
  expect(after).toMatchObject({
    title: 'Renamed',
    track: 'Web',
    tags: ['a'],
    duration: 5,
    featured: true,
    features: { chat: false, surveys: false, questions: true },
    moderators: [{ email: 'mo@example.org' }],
    description: 'x',
    timezone: 'Europe/Paris',
    version: 1 + updates.length,
  })
  const versions = (await readEvents(tenant))
    .filter((event) => event.objectKind === 'talk')
    .map((event) => event.version)
  expect(versions).toEqual(Array.from({ length: 1 + updates.length }, (_, i) => i + 1))
})

test('concurrent replacements of the speakers leave one complete list', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  const lists = times((i) => [person(`a${i}`), person('ada'), person(`b${i}`)])
  const answers = await race(
    tenant,
    lists.map((speakers) => ['PUT', '/talks/ext:t', { speakers }]),
  )
  expect(tally(answers)).toEqual({ 200: MANY })
  const emails = (await get(tenant, '/talks/ext:t')).speakers.map((one: { email: string }) => one.email)
  expect(lists.map((list) => list.map((one) => one.email))).toContainEqual(emails)
})

describe('a deletion', () => {
  test.each(['talk', 'sponsor'])(
    'of a %s during its updates removes it, and the updates get 200 or 404',
    async (kind) => {
      const tenant = await server.createTenant()
      await put(tenant, `/${kind}s/ext:x`, kind === 'talk' ? talk() : sponsor())
      const { id } = await get(tenant, `/${kind}s/ext:x`)
      const path = `/${kind}s/${id}`
      const answers = await race(
        tenant,
        times((i) => (i === 4 ? ['DELETE', path] : ['PUT', path, { speakers: [person(`p${i}`)] }])),
      )
      expect(answers[4]?.status).toBe(200)
      expect(Object.keys(tally(answers)).filter((status) => status !== '200' && status !== '404')).toEqual([])
      expect((await tenant.send('GET', path)).status).toBe(404)
      // Updates that came too late have created no accounts.
      const late = answers.flatMap(({ status }, i) => (status === 404 ? [`p${i}@example.org`] : []))
      expect((await readEmails(tenant)).filter((email) => late.includes(email))).toEqual([])
    },
  )

  test.each(['talk', 'sponsor', 'user'])(
    'of the same %s, sent many times, succeeds once, and the others get 404',
    async (kind) => {
      const tenant = await server.createTenant()
      const body = { talk: talk(), sponsor: sponsor(), user: attendee('uma') }[kind]
      await put(tenant, `/${kind}s/ext:x`, body)
      const answers = await race(
        tenant,
        times(() => ['DELETE', `/${kind}s/ext:x`]),
      )
      expect(tally(answers)).toEqual({ 200: 1, 404: MANY - 1 })
      const deleted = (await readEvents(tenant)).filter((event) => event.type === `${kind}.deleted`)
      expect(deleted.length).toBe(1)
    },
  )

  test('of an account during the creation of its talks leaves every talk with its speaker', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/users/ext:ada', attendee('ada', { type: 'Speaker' }))
    const answers = await race(
      tenant,
      times((i) => (i === 4 ? ['DELETE', '/users/ext:ada'] : ['PUT', `/talks/ext:t${i}`, talk()])),
    )
    const [deletion] = answers.splice(4, 1)
    expect([200, 409]).toContain(deletion?.status)
    expect(tally(answers)).toEqual({ 201: MANY - 1 })
    for (const { speakers } of (await get(tenant, '/talks')).items) {
      expect(speakers.map((one: { email: string }) => one.email)).toEqual(['ada@example.org'])
    }
    expect(passwords(answers).length).toBe(deletion?.status === 200 ? 1 : 0)
  })

  test('of all speakers of a talk keeps one', async () => {
    const tenant = await server.createTenant()
    const speakers = times((i) => person(`p${i}`))
    await put(tenant, '/talks/ext:t', talk({ speakers }))
    const answers = await race(
      tenant,
      speakers.map(({ email }) => ['DELETE', `/users/${email}`]),
    )
    expect(tally(answers)).toEqual({ 200: MANY - 1, 409: 1 })
    expect(codes(answers)).toEqual(['ok', 'sole_speaker'])
    expect((await get(tenant, '/talks/ext:t')).speakers.length).toBe(1)
  })

  test('of all owners keeps one', async () => {
    const tenant = await server.createTenant()
    const { api, caller, privileged } = tenant
    for (const body of times((i) => attendee(`o${i}`))) {
      const { id } = await put(tenant, `/users/ext:${body.firstName}`, body)
      await changeRole(api.installation, caller, { id, role: 'owner' })
    }
    const answers = await Promise.all(
      times((i) => tenant.send('DELETE', `/users/o${i}@example.org`, { key: privileged })),
    )
    expect(tally(answers)).toEqual({ 200: MANY - 1, 409: 1 })
    expect((await readRows(tenant, 'users')).length).toBe(1)
  })
})

// Tenancy: nothing of another platform is ever visible, even if both have objects with the same identifiers.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { readEvents, readRows, readTags } from '../support/rows.ts'
import { get, put, type Tenant, useApi } from '../support/scenarios.ts'

const server = useApi()
const kinds = ['talk', 'sponsor', 'user'] as const

/** Creates objects with the same names, e-mails, and identifiers in every platform, and a different secret in each. */
async function createObjects(tenant: Tenant, secret: string) {
  const people = { speakers: [person('ada', { job: secret }), person(secret)] }
  const created = [
    await put(
      tenant,
      '/talks/ext:x',
      talk({ ...people, title: secret, tags: [secret], moderators: [person('mo')] }),
    ),
    await put(tenant, '/sponsors/ext:x', sponsor({ ...people, name: secret })),
    await put(tenant, '/users/ext:x', attendee('uma', { job: secret, tags: [secret] })),
  ]
  return { talk: created[0].id, sponsor: created[1].id, user: created[2].id }
}

/** Everything that a platform has. */
const readEverything = async (tenant: Tenant) => ({
  talks: await readRows(tenant, 'talks'),
  sponsors: await readRows(tenant, 'sponsors'),
  users: await readRows(tenant, 'users'),
  tags: await readTags(tenant),
  events: await readEvents(tenant),
  visible: await Promise.all(kinds.map((kind) => get(tenant, `/${kind}s/ext:x`))),
})

async function createTwoPlatforms() {
  const [mine, theirs] = [await server.createTenant(), await server.createTenant()]
  const ids = await createObjects(theirs, 'theirs')
  return { mine, theirs, ids, before: await readEverything(theirs) }
}

const bodies = {
  talk: talk({ title: 'taken over', speakers: [person('uma')] }),
  sponsor: sponsor({ name: 'taken over' }),
  user: { job: 'taken over', email: 'uma2@example.org' },
}

describe.each(kinds)('a %s of another platform', (kind) => {
  test.each(['GET', 'PUT', 'DELETE'])(
    'gets 404 for %s by id, like an object that does not exist',
    async (method) => {
      const { mine, theirs, ids, before } = await createTwoPlatforms()
      const body = method === 'PUT' ? { body: bodies[kind] } : {}
      const answer = await mine.send(method, `/${kind}s/${ids[kind]}`, body)
      const unknown = await mine.send(method, `/${kind}s/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11`, body)
      expect([answer.status, unknown.status]).toEqual([404, 404])
      expect({ ...answer.body, instance: '' }).toEqual({ ...unknown.body, instance: '' })
      expect(await readEverything(theirs)).toEqual(before)
      expect(await readRows(mine, 'users')).toEqual([])
    },
  )
  test.each(['GET', 'DELETE'])('gets 404 for %s by external id', async (method) => {
    const { mine, theirs, before } = await createTwoPlatforms()
    expect((await mine.send(method, `/${kind}s/ext:x`)).status).toBe(404)
    expect(await readEverything(theirs)).toEqual(before)
  })
})

test('the e-mail of a user of another platform gets 404', async () => {
  const { mine, theirs, before } = await createTwoPlatforms()
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await mine.send(method, '/users/uma@example.org', method === 'PUT' ? { body: {} } : {})
    expect([method, answer.status]).toEqual([method, 404])
  }
  expect(await readEverything(theirs)).toEqual(before)
})

test('platforms can have the same identifiers, e-mails, usernames, and tags and change them independently', async () => {
  const { mine, theirs, ids, before } = await createTwoPlatforms()
  const ownIds = await createObjects(mine, 'mine')
  for (const kind of kinds) expect(ownIds[kind]).not.toBe(ids[kind])
  const ada = await get(mine, '/users/ada@example.org')
  expect(ada.job).toBe('mine')
  await put(mine, '/users/ada@example.org', { job: 'changed', username: 'countess' })
  await put(mine, '/talks/ext:x', { speakers: [person('ada')], moderators: [] })
  for (const kind of ['talk', 'sponsor', 'user']) await mine.send('DELETE', `/${kind}s/ext:x`)
  expect(await readEverything(theirs)).toEqual(before)
})

test('lists only return objects of the platform of the key, with any filter', async () => {
  const { mine } = await createTwoPlatforms()
  const ids = await createObjects(mine, 'mine')
  const queries: [string, string[]][] = [
    ['/talks', [ids.talk]],
    ['/talks?externalId=x', [ids.talk]],
    ['/talks?speaker=ada@example.org', [ids.talk]],
    ['/talks?type=none&featured=false', [ids.talk]],
    ['/talks?updatedSince=2000-01-01T00:00:00Z', [ids.talk]],
    ['/talks?tag=theirs', []],
    ['/talk/upcoming', [ids.talk]],
    ['/talks/upcoming', [ids.talk]],
    ['/sponsors', [ids.sponsor]],
    ['/sponsors?level=3', [ids.sponsor]],
    ['/sponsors?externalId=x', [ids.sponsor]],
    ['/users?externalId=x', [ids.user]],
    ['/users?email=uma@example.org', [ids.user]],
    ['/users?role=attendee', [ids.user]],
    ['/users?email=theirs@example.org', []],
    ['/users?tag=theirs', []],
  ]
  for (const [path, expected] of queries) {
    const answer = await mine.send('GET', path)
    expect([path, answer.body.items.map((item: { id: string }) => item.id)]).toEqual([path, expected])
    expect(answer.text).not.toContain('theirs')
  }
  const users = await mine.send('GET', '/users')
  expect(users.body.items.length).toBe(4)
  expect(users.text).not.toContain('theirs')
})

test('the filter by a speaker of another platform finds nothing', async () => {
  const { mine, theirs } = await createTwoPlatforms()
  await createObjects(mine, 'mine')
  const { id } = await get(theirs, '/users/ada@example.org')
  expect((await get(mine, `/talks?speaker=${id}`)).items).toEqual([])
})

test('a cursor of another platform returns nothing of it', async () => {
  const { mine, theirs } = await createTwoPlatforms()
  await createObjects(mine, 'mine')
  await put(theirs, '/talks/ext:y', talk({ title: 'theirs too' }))
  const { next } = await get(theirs, '/talks?limit=1')
  const answer = await mine.send('GET', `/talks?cursor=${next}`)
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('theirs')
})

// The people on the home page: those who are highlighted, then those with a picture, each by name.
import { expect, test } from 'vitest'
import { attendee, sponsor, talk } from '../../../test/support/bodies.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { publicFaces } from './public-people-store.ts'

const server = useApi()

type Face = { lastName: string; options: { highlight: boolean }; avatar: string | null }

/** Speakers, people of a sponsor, and people who are not public, in an order that is not that of their names. */
async function createPeople(tenant: Tenant): Promise<Face[]> {
  const names = Array.from({ length: 30 }, (_none, index) => `n${(index * 7) % 30}`)
  for (const [index, name] of names.entries()) {
    const highlight = index % 5 === 0
    await put(tenant, `/users/ext:${name}`, {
      ...attendee(name, { lastName: `Sample ${name.padStart(3, '0')}` }),
      ...(index % 3 === 0 ? { avatar: 'https://static.example.org/a.jpg' } : {}),
      ...(index % 4 === 3 ? {} : { type: 'Speaker', options: { highlight } }),
    })
  }
  const emailsOf = (from: number, to: number) =>
    names.slice(from, to).map((name) => ({ email: `${name}@example.org`, firstName: 'A', lastName: 'B' }))
  await put(tenant, '/talks/ext:talk', talk({ speakers: emailsOf(0, 8) }))
  await put(tenant, '/talks/ext:draft', talk({ speakers: emailsOf(8, 12), state: 'draft' }))
  await put(tenant, '/sponsors/ext:one', sponsor({ speakers: emailsOf(20, 24) }))
  const items = (await get(tenant, '/users?limit=200')).items as (Face & { role: string; email: string })[]
  const among = (from: number, to: number, { email }: { email: string }) =>
    names.slice(from, to).some((name) => email === `${name}@example.org`)
  // A draft neither shows nor hides its speakers.
  return items.filter((one) => among(0, 8, one) || among(20, 24, one) || one.role === 'speaker')
}

test('home shows the same people as a comparison of all, whatever their number', async () => {
  await createPeople(await server.createTenant())
  const tenant = await server.createTenant()
  const all = await createPeople(tenant)
  const rank = ({ options, avatar }: Face) => (options.highlight ? 0 : 2) + (avatar === null ? 1 : 0)
  const sorted = all.toSorted((a, b) => rank(a) - rank(b) || (a.lastName < b.lastName ? -1 : 1))
  expect(new Set(all.map(rank)).size).toBe(4)
  for (const limit of [1, 3, 12, 100]) {
    const faces = await tenant.api.installation.store.read(
      publicFaces({ platformId: tenant.caller.platform.id, limit }),
    )
    expect(faces.map(({ lastName }) => lastName)).toEqual(
      sorted.slice(0, limit).map(({ lastName }) => lastName),
    )
  }
})

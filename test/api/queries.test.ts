// Queries: a list, a read and a write ask the store as often at one row as at many.
import { expect, test } from 'vitest'
import type { Query } from '../../src/store/statement.ts'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { get, type Own, put, useApi } from '../support/scenarios.ts'

const server = useApi()

/** The names of the statements that a call reads by; those of the key and its platform, kept for a while, apart. */
async function readsOf({ api }: Own, call: () => Promise<unknown>): Promise<string[]> {
  const { store } = api.installation
  const read = store.read
  const names: string[] = []
  store.read = <T>(query: Query<T>) => {
    names.push(query.statement.name)
    return read.call(store, query) as Promise<T>
  }
  try {
    await call()
  } finally {
    store.read = read
  }
  return names.filter((name) => !/^(api_keys|platforms)\b/.test(name))
}

const many = (n: number) => Array.from({ length: n }, (_, i) => person(`p${i}`, { tags: [`tag ${i}`] }))

/** `rows` talks, sponsors and users, each with as many persons. */
async function fill(own: Own, rows: number) {
  for (let i = 0; i < rows; i += 1) {
    await put(own, `/talks/ext:${i}`, talk({ speakers: many(rows), moderators: many(rows), tags: ['a'] }))
    await put(own, `/sponsors/ext:${i}`, sponsor({ speakers: many(rows) }))
    await put(own, `/users/ext:${i}`, attendee(`u${i}`))
  }
}

const paths: [path: string, statements: string[]][] = [
  ['/talks', ['talks.list', 'talk_people.of_talks']],
  ['/talks?limit=2', ['talks.list', 'talk_people.of_talks']],
  ['/talks?tag=a&speaker=p0@example.org', ['talks.list.tag.speaker', 'talk_people.of_talks']],
  ['/talk/upcoming', ['talks.upcoming', 'talk_people.of_talks']],
  ['/talks/ext:0', ['talks.by_external_id', 'talk_people.of_talks']],
  ['/sponsors', ['sponsors.list', 'sponsor_people.of_sponsors']],
  ['/sponsors/ext:0', ['sponsors.by_external_id', 'sponsor_people.of_sponsors']],
  ['/users', ['users.list']],
  ['/users/ext:0', ['users.by_external_id']],
]
test.each(paths)('GET %s asks the same at 0, 1 and 7 rows', async (path, statements) => {
  for (const rows of [0, 1, 7]) {
    if (rows === 0 && path.includes('ext:0')) continue
    const own = await server.ownPlatform()
    await fill(own, rows)
    expect([rows, await readsOf(own, () => get(own, path))]).toEqual([rows, statements])
  }
})

test.each(['/talks', '/sponsors'])('PUT %s asks the same for 1 person and for 20', async (path) => {
  const body = path === '/talks' ? talk : sponsor
  const asked: string[][] = []
  for (const persons of [1, 20]) {
    const own = await server.ownPlatform()
    asked.push(await readsOf(own, () => put(own, `${path}/ext:x`, body({ speakers: many(persons) }))))
    asked.push(await readsOf(own, () => put(own, `${path}/ext:x`, { speakers: many(persons).reverse() })))
  }
  const [creation = [], update = []] = asked
  expect(asked).toEqual([creation, update, creation, update])
  expect(update).toEqual(['users.by_emails'])
})

// Lists that are read through indexes: they must find what a comparison with all talks finds.
import { expect, test } from 'vitest'
import { talk } from '../../../test/support/bodies.ts'
import { readTable } from '../../../test/support/raw-store.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { showsTags, talksWithin } from '../agenda/store.ts'
import { featuredTalks, recordedTalks } from './programme/public-talks-store.ts'
import type { TalkBody } from './schema.ts'
import { restoreTalkOperation } from './talks.ts'

const server = useApi()
const HOUR_MS = 3_600_000
const TAGS = ['Web', 'web', 'Ünïcödé 🎉', "quo'te", '日本語', 'a,b']
const PEOPLE = ['ada@example.org', 'Bo@Example.org', 'cy@example.org']

type Item = Required<Pick<TalkBody, 'tags' | 'hiddenTags'>> & {
  id: string
  externalId: string
  state: string
  type: string | null
  video: string | null
  start: string
  duration: number
  featured: boolean
  available: boolean
  updatedAt: string
  speakers: { id: string; email: string }[]
}

/** The same numbers in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** Creates talks around now, and changes some of them. */
async function createTalks(tenant: Tenant, seed: number): Promise<Item[]> {
  const number = numbers(seed)
  const some = <T>(values: readonly T[]) => values.filter(() => number(3) === 0)
  const one = <T>(values: readonly T[]) => values[number(values.length)]
  const { clock } = tenant.api
  const body = () => {
    const type = one([null, 'embedded', 'replay', 'youtube', 'external'])
    const emails = some(PEOPLE)
    const speakers = emails.length > 0 ? emails : PEOPLE.slice(0, 1)
    return talk({
      ...{ type, state: one(['published', 'published', 'draft', 'cancelled']) },
      video:
        type === null || type === 'embedded' || number(4) === 0
          ? null
          : 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      start: new Date(clock.now() + (number(80) - 40) * HOUR_MS).toISOString(),
      ...{ duration: one([15, 60, 1_440]), featured: number(3) === 0, available: number(3) === 0 },
      ...{ tags: some(TAGS), hiddenTags: some(TAGS) },
      speakers: speakers.map((email) => ({ email, firstName: 'A', lastName: 'B' })),
    })
  }
  for (let index = 0; index < 40; index += 1) await put(tenant, `/talks/ext:${index}`, body())
  clock.pass(1_000)
  for (let index = 0; index < 40; index += 3) await put(tenant, `/talks/ext:${index}`, body())
  await tenant.send('DELETE', '/talks/ext:1')
  return (await get(tenant, '/talks?limit=200')).items
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)
const listed = async (tenant: Tenant, list: string): Promise<string[]> => {
  const ids: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await get(tenant, `/${list}limit=7${next === '' ? '' : `&cursor=${next}`}`)
    ids.push(...idsOf(page.items))
    next = page.next
  }
  return ids
}
const byStart = (a: Item, b: Item) => a.start.localeCompare(b.start) || (a.id < b.id ? -1 : 1)
const latestFirst = (a: Item, b: Item) => b.start.localeCompare(a.start) || (a.id < b.id ? -1 : 1)

test.each([1, 2, 3])('lists find what they should, page by page, with the talks of seed %i', async (seed) => {
  // The same talks on another platform must not appear.
  await createTalks(await server.createTenant(), seed)
  const tenant = await server.createTenant()
  const all = await createTalks(tenant, seed)
  const { store } = tenant.api.installation
  const now = tenant.api.clock.now()
  const isOver = ({ start, duration }: Item) => Date.parse(start) + duration * 60_000 <= now

  for (const tag of TAGS) {
    const tagged = all.filter(({ tags, hiddenTags }) => [...tags, ...hiddenTags].includes(tag))
    expect(await listed(tenant, `talks?tag=${encodeURIComponent(tag)}&`)).toEqual(idsOf(tagged))

    const shown = all.filter(({ tags, state }) => tags.includes(tag) && state !== 'draft').sort(byStart)
    const span = { from: 0, to: now, limit: 10, offset: 2 }
    const begun = shown.filter(({ start }) => Date.parse(start) < now)
    expect(
      idsOf(
        await store.read(talksWithin({ platformId: tenant.caller.platform.id, ...span }, [showsTags([tag])])),
      ),
    ).toEqual(idsOf(begun).slice(2, 12))
  }
  expect(await listed(tenant, 'talks?tag=unknown&')).toEqual([])

  for (const email of PEOPLE) {
    const spoken = all.filter(({ speakers }) => speakers.some((one) => one.email === email))
    const id = spoken[0]?.speakers.find((one) => one.email === email)?.id
    expect(await listed(tenant, `talks?speaker=${encodeURIComponent(email)}&`)).toEqual(idsOf(spoken))
    expect(await listed(tenant, `talks?speaker=${id}&`)).toEqual(idsOf(spoken))
  }

  const upcoming = all.filter((one) => one.state === 'published' && !isOver(one)).sort(byStart)
  expect(await listed(tenant, 'talk/upcoming?')).toEqual(idsOf(upcoming))

  const since = new Date(now - 500).toISOString()
  const changed = all
    .filter(({ updatedAt }) => updatedAt >= since)
    .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt) || (a.id < b.id ? -1 : 1))
  expect(changed.length).toBeGreaterThan(7)
  expect(await listed(tenant, `talks?updatedSince=${since}&`)).toEqual(idsOf(changed))

  const featured = all.filter((one) => one.featured && one.state !== 'draft').sort(byStart)
  const [over, ahead] = [featured.filter(isOver), featured.filter((one) => !isOver(one))]
  for (const limit of [1, 6, 100])
    expect(
      idsOf(await store.read(featuredTalks({ platformId: tenant.caller.platform.id, now, limit }))),
    ).toEqual(idsOf([...ahead, ...over]).slice(0, limit))

  const isRecorded = (one: Item) => (one.type === 'replay' || one.type === 'youtube') && isOver(one)
  const recorded = all
    .filter((one) => one.state === 'published' && one.video !== null && isRecorded(one))
    .sort(latestFirst)
  const inOrder = [...recorded.filter((one) => one.featured), ...recorded.filter((one) => !one.featured)]
  for (const limit of [1, 6, 100])
    expect(
      idsOf(await store.read(recordedTalks({ platformId: tenant.caller.platform.id, now, limit }))),
    ).toEqual(idsOf(inOrder).slice(0, limit))
})

test('the tags of a talk are stored with its start until it is deleted, and again when it is restored', async () => {
  const tenant = await server.createTenant()
  const at = Date.parse('2027-03-01T09:00:00Z')
  const move = (startAt: number, changes: object = {}) =>
    put(tenant, '/talks/ext:a', { start: new Date(startAt).toISOString(), ...changes })
  const rows = async () =>
    (await readTable(tenant.api.installation.store, 'talk_tags'))
      .filter((row) => row.platform_id === tenant.caller.platform.id)
      .map(({ tag, is_hidden, start_at }) => [tag, is_hidden, Number(start_at) - at])
      .sort()
  await move(at, talk({ tags: ['one', 'two'], hiddenTags: ['two', 'three'] }))
  const start = Date.parse((await get(tenant, '/talks/ext:a')).start)
  expect(await rows()).toEqual([
    ['one', 0, start - at],
    ['three', 1, start - at],
    ['two', 0, start - at],
  ])
  await move(at)
  expect(await rows()).toEqual([
    ['one', 0, 0],
    ['three', 1, 0],
    ['two', 0, 0],
  ])
  await put(tenant, '/talks/ext:a', { title: 'Other' })
  await put(tenant, '/talks/ext:a', { tags: ['one'] })
  expect(await rows()).toEqual([
    ['one', 0, 0],
    ['three', 1, 0],
    ['two', 1, 0],
  ])
  await move(at + 1_000, { tags: ['four'], hiddenTags: [] })
  expect(await rows()).toEqual([['four', 0, 1_000]])
  const { id } = (await tenant.send('DELETE', '/talks/ext:a')).body
  expect(await rows()).toEqual([])
  await execute(tenant.api.installation, tenant.caller, restoreTalkOperation, { id, externalId: 'a' })
  expect(await rows()).toEqual([['four', 0, 1_000]])
})

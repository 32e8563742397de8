// Imports and what people have entered since the last one: what is empty clears only what an import has set.
import { expect, test } from 'vitest'
import {
  importedPerson,
  importedSponsor,
  importedTalk,
  importProgramme,
} from '../../../test/support/imports.ts'
import { readRows } from '../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()

type Item = Record<string, unknown>
const importTalk = (tenant: Tenant, more: Item, query = '') =>
  importProgramme(tenant, { talks: [importedTalk('t1', more)] }, query)

const kept = (pointer: string) => ({ code: 'edits_kept', message: expect.any(String), pointer })

test('what is empty clears what an import has set, and keeps what was entered since', async () => {
  const tenant = await server.createTenant()
  await importTalk(tenant, { room: 'Hall 1', track: 'Science', keynote: true, tags: ['old'] })
  await put(tenant, '/talks/ext:t1', { track: 'Art', details: 'Entered by hand', features: { chat: false } })
  const empty = { room: null, track: null, details: null, keynote: false, tags: [], features: { chat: true } }
  const keepEdits = ['/room', '/track', '/details', '/keynote', '/tags', '/features/chat', '/unknown']
  const { warnings } = await importTalk(tenant, { ...empty, keepEdits })
  expect(await get(tenant, '/talks/ext:t1')).toMatchObject({
    ...{ room: null, track: 'Art', details: 'Entered by hand', keynote: false, tags: [] },
    features: { chat: false },
  })
  expect(warnings).toEqual(['track', 'details', 'features/chat'].map((name) => kept(`/talks/0/${name}`)))
  // Without the list, the API clears as ever.
  await importTalk(tenant, empty)
  expect(await get(tenant, '/talks/ext:t1')).toMatchObject({ track: null, details: null })
})

test('people and sponsors keep what was entered, too', async () => {
  const tenant = await server.createTenant()
  const people = (more: Item) => [importedPerson('p1', more)]
  const sponsors = (more: Item) => [importedSponsor('s1', more)]
  await importProgramme(tenant, {
    people: people({ job: 'Baker', company: 'Bread Inc.' }),
    sponsors: sponsors({ website: 'https://example.org/', color: '#112233' }),
  })
  await put(tenant, '/users/ext:p1', { job: 'Chef', socials: { twitter: 'https://x.com/chef' } })
  await put(tenant, '/sponsors/ext:s1', { color: '#445566' })
  await importProgramme(tenant, {
    people: people({
      ...{ job: null, company: null, socials: { twitter: null } },
      keepEdits: ['/job', '/company', '/socials/twitter'],
    }),
    sponsors: sponsors({ website: null, color: null, keepEdits: ['/website', '/color'] }),
  })
  expect(await get(tenant, '/users/ext:p1')).toMatchObject({
    ...{ job: 'Chef', company: null, socials: { twitter: 'https://x.com/chef' } },
  })
  expect(await get(tenant, '/sponsors/ext:s1')).toMatchObject({ website: null, color: '#445566' })
})

test('a dry run marks the values that replace what was entered since the last import', async () => {
  const tenant = await server.createTenant()
  await importTalk(tenant, { room: 'Hall 1', track: 'Science' })
  await put(tenant, '/talks/ext:t1', { room: 'Attic' })
  const changed = { title: 'New', room: 'Hall 2', track: 'Art' }
  const { changes } = await importTalk(tenant, changed, '?dryRun=true')
  expect(changes[0].changes).toEqual([
    { pointer: '/room', before: 'Attic', after: 'Hall 2', edited: true },
    { pointer: '/title', before: 't1', after: 'New' },
    { pointer: '/track', before: 'Science', after: 'Art' },
  ])
  await importTalk(tenant, changed)
  const again = await importTalk(tenant, { ...changed, room: 'Hall 3' }, '?dryRun=true')
  expect(again.changes[0].changes).toEqual([{ pointer: '/room', before: 'Hall 2', after: 'Hall 3' }])
})

test('an object that was made by hand has only what was entered', async () => {
  const tenant = await server.createTenant()
  const { keepEdits: _, ...made } = importedTalk('t1', { room: 'Hall 1', track: 'Science' }) as Item
  await put(tenant, '/talks/ext:t1', made)
  const empty = { room: null, track: 'Art', keepEdits: ['/room', '/details'] }
  const { changes } = await importTalk(tenant, empty, '?dryRun=true')
  expect(changes[0].changes).toEqual([{ pointer: '/track', before: 'Science', after: 'Art', edited: true }])
})

test('a talk whose people were chosen by hand does not become a break', async () => {
  const tenant = await server.createTenant()
  const asBreak = { speakers: undefined, kind: 'break', keepEdits: ['/kind'] }
  await importTalk(tenant, asBreak)
  await put(tenant, '/talks/ext:t1', { kind: 'talk', speakers: [importedTalk('t').speakers[0]] })
  await importTalk(tenant, asBreak)
  const { warnings } = await importTalk(tenant, asBreak)
  expect((await get(tenant, '/talks/ext:t1')).speakers).toHaveLength(1)
  expect(warnings).toEqual([kept('/talks/0/speakers')])
})

test('the record of an import is removed with its object', async () => {
  const tenant = await server.createTenant()
  const programme = {
    talks: [importedTalk('t1')],
    sponsors: [importedSponsor('s1')],
    people: [importedPerson('p2')],
  }
  await importProgramme(tenant, programme)
  expect(await readRows(tenant, 'imported_values')).toHaveLength(3)
  for (const path of ['/talks/ext:t1', '/sponsors/ext:s1', '/users/ext:p2'])
    expect((await tenant.send('DELETE', path)).status).toBe(200)
  expect(await readRows(tenant, 'imported_values')).toEqual([])
})

test.each([
  ['on site', { type: null }, 'https://video.example.org/1'],
  ['on YouTube', { type: 'youtube', video: 'https://youtu.be/dQw4w9WgXcQ' }, 'https://video.example.org/1'],
  [
    'a recording',
    { type: 'replay', video: 'https://video.example.org/2' },
    'https://video.example.org:8443/1',
  ],
])('a talk that was made one %s by hand keeps its video, and gets the rest', async (_, byHand, video) => {
  const tenant = await server.createTenant()
  const sent = { type: 'external', video, keepEdits: ['/type'] }
  await importTalk(tenant, sent)
  await put(tenant, '/talks/ext:t1', byHand)
  const edited = await get(tenant, '/talks/ext:t1')
  const { refused, warnings } = await importTalk(tenant, { ...sent, room: 'Hall 2' })
  expect(refused).toEqual([])
  expect(warnings).toEqual([kept('/talks/0/video')])
  const { type, video: stored } = edited
  expect(await get(tenant, '/talks/ext:t1')).toMatchObject({ type, video: stored, room: 'Hall 2' })
})

test('an object stands for its members', async () => {
  const tenant = await server.createTenant()
  await importTalk(tenant, { features: { chat: true, questions: true } })
  await put(tenant, '/talks/ext:t1', { features: { chat: false } })
  const features = { chat: true, questions: false }
  const { warnings } = await importTalk(tenant, { features, keepEdits: ['/features'] })
  expect(warnings).toEqual([kept('/talks/0/features/chat')])
  expect((await get(tenant, '/talks/ext:t1')).features).toMatchObject({ chat: false, questions: false })
})

test('what an import clears as a consequence counts as imported', async () => {
  const tenant = await server.createTenant()
  await importTalk(tenant, { type: 'replay', video: 'https://video.example.org/1' })
  await importTalk(tenant, { type: null })
  const { warnings } = await importTalk(tenant, { type: 'replay', keepEdits: ['/type'] })
  expect((await get(tenant, '/talks/ext:t1')).type).toBe('replay')
  expect(warnings).toMatchObject([{ code: 'video_missing' }])
  // Nobody has cleared the video by hand.
  const video = 'https://video.example.org/2'
  const { changes } = await importTalk(tenant, { video }, '?dryRun=true')
  expect(changes[0].changes).toEqual([{ pointer: '/video', before: null, after: video }])
})

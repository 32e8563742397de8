// Changing many talks or sponsors at once: what is previewed is what happens, with one event for each.
import { describe, expect, test } from 'vitest'
import { createOffice, type FormFields, type Office } from '../../../test/support/office.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { personNamed, visibleText } from '../../../test/support/sites.ts'

const server = useApi()
const bo = [personNamed('Bo', 'Sample')]

const send = ({ staff }: Office, area: string, fields: FormFields | Record<string, string | string[]>) =>
  staff.post(`/backoffice/${area}/edit`, fields)
const attributesOf = async ({ tenant }: Office, ids: string[], name: string) =>
  Promise.all(ids.map(async (id) => (await get(tenant, `/talks/${id}`))[name]))

describe('talks', () => {
  test('that are selected get a room, a track, a state, and another time after a preview', async () => {
    const office = await createOffice(server)
    const ids = [
      await office.talk('One', { start: '2027-05-20T09:00:00Z', room: 'Hall' }),
      await office.talk('Two', { start: '2027-05-20T10:00:00Z', language: 'de' }),
    ]
    const other = await office.talk('Other', { start: '2027-05-20T11:00:00Z' })
    const list = await office.staff.get('/backoffice/talks')
    expect(list.text).toContain('formaction="/backoffice/talks/edit"')
    const query = ids.map((id) => `id=${id}`).join('&')
    const page = await office.staff.get(`/backoffice/talks/edit?scope=selected&${query}`)
    expect(visibleText(page.text)).toContain('Edit 2 rows')
    const edit = {
      ...{ id: ids, count: '2', 'set/room': 'Hall', 'set/track': 'Rivers' },
      ...{ 'set/state': 'draft', 'set/shift': '-30', 'clear/language': 'on' },
    }
    const before = await readEvents(office.tenant)
    const preview = await send(office, 'talks', { ...edit, do: 'preview' })
    expect(preview.status).toBe(200)
    const text = visibleText(preview.text)
    expect(text).toContain('2 will change')
    expect(text).toMatch(/Track:\s+None\s+Rivers/)
    expect(text).toMatch(/Language:\s+de\s+None/)
    expect(await readEvents(office.tenant)).toEqual(before)
    const answer = await send(office, 'talks', { ...edit, do: 'apply' })
    expect([answer.status, answer.headers.location]).toEqual([303, '/backoffice/talks?edited=2&refused=0'])
    expect(visibleText((await office.staff.get('/backoffice/talks?edited=2&refused=0')).text)).toContain(
      '2 changed.',
    )
    const all = [...ids, other]
    expect(await attributesOf(office, all, 'room')).toEqual(['Hall', 'Hall', null])
    expect(await attributesOf(office, all, 'track')).toEqual(['Rivers', 'Rivers', null])
    expect(await attributesOf(office, all, 'language')).toEqual([null, null, null])
    expect(await attributesOf(office, all, 'state')).toEqual(['draft', 'draft', 'published'])
    expect(await attributesOf(office, all, 'start')).toEqual([
      '2027-05-20T08:30:00.000Z',
      '2027-05-20T09:30:00.000Z',
      '2027-05-20T11:00:00.000Z',
    ])
    const added = (await readEvents(office.tenant)).slice(before.length)
    expect(added.map(({ type, objectId, actorId }) => [type, objectId, actorId])).toEqual(
      ids.map((id) => ['talk.updated', id, office.staff.account.id]),
    )
  })

  test('that match the filters are changed together, and only while they are as many as in the preview', async () => {
    const office = await createOffice(server)
    const ids = [await office.talk('One', { room: 'Hall' }), await office.talk('Two', { room: 'Hall' })]
    const other = await office.talk('Other', { room: 'Attic' })
    const edit = { scope: 'matching', room: 'Hall', 'set/room': 'Great hall', count: '2' }
    await office.talk('Three', { room: 'Hall' })
    const stale = await send(office, 'talks', { ...edit, do: 'apply' })
    expect(stale.status).toBe(200)
    expect(visibleText(stale.text)).toContain('3 will change')
    expect(await attributesOf(office, ids, 'room')).toEqual(['Hall', 'Hall'])
    const answer = await send(office, 'talks', { ...edit, count: '3', do: 'apply' })
    expect(answer.headers.location).toBe('/backoffice/talks?edited=3&refused=0')
    expect(await attributesOf(office, [...ids, other], 'room')).toEqual(['Great hall', 'Great hall', 'Attic'])
  })

  test('that cannot be changed are named, and the others are changed', async () => {
    const office = await createOffice(server)
    const ids = [
      await office.talk('Lunch', { kind: 'break', speakers: undefined }),
      await office.talk('Coffee', { kind: 'break', speakers: bo }),
    ]
    const edit = { id: ids, 'set/kind': 'talk', count: '2' }
    const preview = visibleText((await send(office, 'talks', { ...edit, do: 'preview' })).text)
    expect(preview).toContain('1 will change')
    expect(preview).toMatch(/1 cannot be changed\.\s+Lunch\s*:/)
    const answer = await send(office, 'talks', { ...edit, do: 'apply' })
    expect(answer.headers.location).toBe('/backoffice/talks?edited=1&refused=1')
    expect(await attributesOf(office, ids, 'kind')).toEqual(['break', 'talk'])
  })

  test('show how many people they lose before they become breaks', async () => {
    const office = await createOffice(server)
    const id = await office.talk('One', { speakers: bo })
    const edit = { id, 'set/kind': 'break', count: '1' }
    const preview = visibleText((await send(office, 'talks', { ...edit, do: 'preview' })).text)
    expect(preview).toMatch(/Speakers: 1 0/)
    await send(office, 'talks', { ...edit, do: 'apply' })
    expect((await get(office.tenant, `/talks/${id}`)).speakers).toEqual([])
  })

  test('stay as they are if a value is not valid, or nothing is selected', async () => {
    const office = await createOffice(server)
    const id = await office.talk('One', { room: 'Hall' })
    for (const fields of [
      { 'set/room': 'x'.repeat(300) },
      { 'set/shift': 'soon' },
      { 'set/language': '!' },
    ]) {
      const page = await send(office, 'talks', { id, count: '1', do: 'apply', ...fields })
      expect([page.status, page.text.includes('class="problem"')]).toEqual([422, true])
    }
    const none = await office.staff.get('/backoffice/talks/edit?scope=selected')
    expect(visibleText(none.text)).toContain('Nothing was selected.')
    expect(await attributesOf(office, [id], 'version')).toEqual([1])
  })
})

test('sponsors get another level', async () => {
  const office = await createOffice(server)
  const [one, two] = [await office.sponsor('One'), await office.sponsor('Two', { level: 1 })]
  const edit = { scope: 'matching', level: '3', 'set/level': '2', count: '1' }
  expect(visibleText((await send(office, 'sponsors', { ...edit, do: 'preview' })).text)).toContain(
    '1 will change',
  )
  const answer = await send(office, 'sponsors', { ...edit, do: 'apply' })
  expect(answer.headers.location).toBe('/backoffice/sponsors?edited=1&refused=0')
  expect((await get(office.tenant, `/sponsors/${one}`)).level).toBe(2)
  expect((await get(office.tenant, `/sponsors/${two}`)).level).toBe(1)
})

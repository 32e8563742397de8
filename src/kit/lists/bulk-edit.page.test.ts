// Changing many talks or sponsors at once: what is previewed is what happens, with one event for each.
import { describe, expect, test } from 'vitest'
import { beforeChanges } from '../../../test/support/held-store.ts'
import { createOffice, type FormFields, type Office, readForm } from '../../../test/support/office.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { personNamed, visibleText } from '../../../test/support/sites.ts'

const server = useApi()
const bo = [personNamed('Bo', 'Sample')]

const send = ({ staff }: Office, area: string, fields: FormFields | Record<string, string | string[]>) =>
  staff.post(`/backoffice/${area}/edit`, fields)
/** Applies an edit after its preview. */
const apply = async (office: Office, area: string, fields: Parameters<typeof send>[2]) => {
  const preview = await send(office, area, { ...fields, do: 'preview' })
  return send(office, area, { ...readForm(preview), ...fields, do: 'apply' })
}
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
    const page = await office.staff.get(`/backoffice/talks/edit?when=past&sort=title&${query}`)
    expect(visibleText(page.text)).toContain('Edit 2 rows')
    expect(page.text).toContain('href="/backoffice/talks?when=past&amp;sort=title"')
    const edit = {
      ...{ id: ids, when: 'past', sort: 'title', 'set/room': 'Hall', 'set/track': 'Rivers' },
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
    const answer = await apply(office, 'talks', edit)
    const location = '/backoffice/talks?when=past&sort=title&edited=2&refused=0'
    expect([answer.status, answer.headers.location]).toEqual([303, location])
    expect(visibleText((await office.staff.get(location)).text)).toContain('2 changed.')
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

  test('that match the filters are changed together, and nothing but what was previewed', async () => {
    const office = await createOffice(server)
    const room = { room: 'Hall' }
    const ids = [await office.talk('One', room), await office.talk('Two', room)]
    const edit = { scope: 'matching', room: 'Hall', 'set/room': 'Great hall' }
    const preview = readForm(await send(office, 'talks', { ...edit, do: 'preview' }))
    // As many talks match as before, but not the same ones.
    await office.talk('Two', { room: 'Attic' })
    const other = await office.talk('Other', room)
    const stale = await send(office, 'talks', { ...preview, ...edit, do: 'apply' })
    expect(visibleText(stale.text)).toContain('Nothing was changed yet, because')
    expect(visibleText(stale.text)).toContain('2 will change')
    const another = await send(office, 'talks', { ...readForm(stale), 'set/room': 'Cellar', do: 'apply' })
    expect(visibleText(another.text)).toContain('Nothing was changed yet, because')
    const all = [...ids, other]
    expect(await attributesOf(office, all, 'room')).toEqual(['Hall', 'Attic', 'Hall'])
    const answer = await send(office, 'talks', { ...readForm(another), do: 'apply' })
    expect(answer.headers.location).toBe('/backoffice/talks?room=Hall&edited=2&refused=0')
    expect(await attributesOf(office, all, 'room')).toEqual(['Cellar', 'Attic', 'Cellar'])
  })

  test('are moved from the time that they have when they are saved', async () => {
    const office = await createOffice(server)
    const { tenant, staff } = office
    const id = await office.talk('One', { start: '2027-05-20T09:00:00Z' })
    const edit = { id, 'set/shift': '30' }
    const preview = await send(office, 'talks', { ...edit, do: 'preview' })
    let isMoved = false
    beforeChanges(
      tenant.api.installation.store,
      async () => {
        if (isMoved) return
        isMoved = true
        await tenant.send('PUT', `/talks/${id}`, { body: { start: '2027-05-20T14:00:00Z' } })
      },
      ({ actor }) => actor.id === staff.account.id,
    )
    await send(office, 'talks', { ...readForm(preview), ...edit, do: 'apply' })
    expect(await attributesOf(office, [id], 'start')).toEqual(['2027-05-20T14:30:00.000Z'])
  })

  test('that cannot be changed are named, and the others are changed', async () => {
    const office = await createOffice(server)
    const ids = [
      await office.talk('Lunch', { kind: 'break', speakers: undefined }),
      await office.talk('Coffee', { kind: 'break', speakers: bo }),
    ]
    const edit = { id: ids, 'set/kind': 'talk' }
    const preview = visibleText((await send(office, 'talks', { ...edit, do: 'preview' })).text)
    expect(preview).toContain('1 will change')
    expect(preview).toMatch(/1 cannot be changed\.\s+Lunch\s*: Speakers: is required/)
    const answer = await apply(office, 'talks', edit)
    expect(answer.headers.location).toBe('/backoffice/talks?edited=1&refused=1')
    expect(await attributesOf(office, ids, 'kind')).toEqual(['break', 'talk'])
  })

  test('show how many people they lose before they become breaks', async () => {
    const office = await createOffice(server)
    const id = await office.talk('One', { speakers: bo })
    const edit = { id, 'set/kind': 'break' }
    const preview = visibleText((await send(office, 'talks', { ...edit, do: 'preview' })).text)
    expect(preview).toMatch(/Speakers: 1 0/)
    await apply(office, 'talks', edit)
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
      const page = await send(office, 'talks', { id, do: 'apply', ...fields })
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
  const edit = { scope: 'matching', level: '3', 'set/level': '2' }
  expect(visibleText((await send(office, 'sponsors', { ...edit, do: 'preview' })).text)).toContain(
    '1 will change',
  )
  const answer = await apply(office, 'sponsors', edit)
  expect(answer.headers.location).toBe('/backoffice/sponsors?level=3&edited=1&refused=0')
  expect((await get(office.tenant, `/sponsors/${one}`)).level).toBe(2)
  expect((await get(office.tenant, `/sponsors/${two}`)).level).toBe(1)
})

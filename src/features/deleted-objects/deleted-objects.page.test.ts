// Deleted talks and sponsors: invisible at once, restored with everything that belongs to them for 30 days, then erased.
import { describe, expect, test } from 'vitest'
import { createOffice, fieldProblem, type Office, rowNames } from '../../../test/support/office.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { personNamed, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { eraseExpired } from './deleted-objects.ts'

const server = useApi()
const DAY_MS = 24 * 3_600_000

/** Deletes a talk in the Back Office, and returns the id in the address of the list with the button that undoes it. */
async function deleteTalk({ staff }: Office, id: string): Promise<void> {
  const answer = await staff.post(`/backoffice/talks/${id}/delete`)
  expect([answer.status, answer.headers.location]).toEqual([303, `/backoffice/talks?deleted=${id}`])
}
const restore = ({ staff }: Office, id: string, fields = {}) =>
  staff.post(`/backoffice/deleted/${id}/restore`, fields)

const people = { speakers: [personNamed('Ada', 'Sample'), personNamed('Bo', 'Sample')] }

describe('a deleted talk', () => {
  test('comes back with its people, tags, and favorites, at its old address', async () => {
    const office = await createOffice(server)
    const { tenant, talk } = office
    const id = await talk('Donau', { ...people, moderators: [personNamed('Mo', 'Sample')], tags: ['river'] })
    const fan = await signInAtSite(office)
    await tenant.send('PUT', `/users/${fan.account.id}/favorites/${id}`)
    const before = await get(tenant, `/talks/${id}`)
    await deleteTalk(office, id)
    expect((await tenant.send('GET', `/talks/${id}`)).status).toBe(404)
    expect((await tenant.send('GET', '/talks/ext:Donau')).status).toBe(404)
    expect((await get(tenant, `/users/${fan.account.id}/favorites`)).items).toEqual([])
    const list = await office.staff.get(`/backoffice/talks?deleted=${id}`)
    expect(list.text).toContain(`action="/backoffice/deleted/${id}/restore"`)
    const answer = await restore(office, id)
    expect([answer.status, answer.headers.location]).toEqual([303, `/backoffice/talks/${id}?done=restored`])
    const after = await get(tenant, `/talks/${id}`)
    expect(after).toEqual({ ...before, version: before.version + 2, updatedAt: after.updatedAt })
    expect((await get(tenant, `/users/${fan.account.id}/favorites`)).items).toMatchObject([{ talk: id }])
    expect((await restore(office, id)).status).toBe(404)
  })

  test('is sent to other systems as a deletion, and when it is restored as a creation', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Donau', people)
    const [created] = (await readEvents(office.tenant)).filter(({ objectId }) => objectId === id)
    await deleteTalk(office, id)
    await restore(office, id)
    const events = (await readEvents(office.tenant)).filter(({ objectId }) => objectId === id)
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['talk.created', 1],
      ['talk.deleted', 2],
      ['talk.created', 3],
    ])
    expect(events[2]?.changes).toEqual(created?.changes)
  })

  test('frees its external ID at once, and is restored with another if it is taken', async () => {
    const office = await createOffice(server)
    const { tenant, talk, staff } = office
    const id = await talk('Donau', people)
    await deleteTalk(office, id)
    const next = await talk('Donau', people)
    expect(next).not.toBe(id)
    const refused = await restore(office, id)
    expect(refused.status).toBe(409)
    expect(fieldProblem(refused, 'externalId')).toContain('already belongs')
    expect((await tenant.send('GET', `/talks/${id}`)).status).toBe(404)
    expect((await staff.get(`/backoffice/deleted/${id}/restore`)).text).toContain('value="Donau"')
    expect((await restore(office, id, { externalId: 'a\u0007b' })).status).toBe(422)
    expect((await restore(office, id, { externalId: 'donau-2' })).status).toBe(303)
    expect((await get(tenant, '/talks/ext:donau-2')).id).toBe(id)
    expect((await get(tenant, '/talks/ext:Donau')).id).toBe(next)
    const other = await talk('Rhein', people)
    await deleteTalk(office, other)
    await talk('Rhein', people)
    expect((await restore(office, other, { externalId: '' })).status).toBe(303)
    expect((await get(tenant, `/talks/${other}`)).externalId).toBe(null)
  })

  test('loses people whose accounts are erased meanwhile', async () => {
    const office = await createOffice(server)
    const { tenant, talk } = office
    const id = await talk('Donau', people)
    await talk('Rhein', { speakers: people.speakers.slice(1) })
    await deleteTalk(office, id)
    const [ada] = people.speakers
    expect((await tenant.send('DELETE', `/users/${ada?.email}`)).status).toBe(200)
    await restore(office, id)
    const { speakers } = await get(tenant, `/talks/${id}`)
    expect(speakers.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Bo'])
  })
})

test('a deleted sponsor comes back with its people', async () => {
  const office = await createOffice(server)
  const id = await office.sponsor('Mill', people)
  const before = await get(office.tenant, `/sponsors/${id}`)
  const answer = await office.staff.post(`/backoffice/sponsors/${id}/delete`)
  expect(answer.headers.location).toBe(`/backoffice/sponsors?deleted=${id}`)
  expect((await office.tenant.send('GET', `/sponsors/${id}`)).status).toBe(404)
  await restore(office, id)
  const after = await get(office.tenant, `/sponsors/${id}`)
  expect(after).toEqual({ ...before, version: before.version + 2, updatedAt: after.updatedAt })
})

test('the list of deleted objects says who deleted what, the last one first', async () => {
  const office = await createOffice(server)
  const { tenant, staff, talk, sponsor } = office
  const empty = await staff.get('/backoffice/deleted')
  expect(visibleText(empty.text)).toContain('Nothing has been deleted in the last 30 days.')
  await deleteTalk(office, await talk('Donau', people))
  tenant.api.clock.pass(1000)
  await tenant.send('DELETE', `/sponsors/${await sponsor('Mill')}`)
  const page = await staff.get('/backoffice/deleted')
  expect(rowNames(page)).toEqual(['Mill', 'Donau'])
  expect(page.text).toContain(`?actor=${staff.account.id}`)
})

test('a deleted object is erased for good after 30 days, or before on request', async () => {
  const office = await createOffice(server)
  const { tenant, staff, talk } = office
  const { installation, clock } = tenant.api
  const [first, second, third] = [
    await talk('One', people),
    await talk('Two', people),
    await talk('Three', people),
  ]
  await deleteTalk(office, first)
  clock.pass(29 * DAY_MS)
  // The session has ended by then.
  await staff.signIn(staff.account.email)
  await deleteTalk(office, second)
  await deleteTalk(office, third)
  await eraseExpired(installation)
  expect(rowNames(await staff.get('/backoffice/deleted'))).toHaveLength(3)
  clock.pass(DAY_MS + 1)
  await eraseExpired(installation)
  await staff.signIn(staff.account.email)
  const answer = await staff.post(`/backoffice/deleted/${third}/erase`)
  expect(answer.headers.location).toBe('/backoffice/deleted?done=erased')
  expect(rowNames(await staff.get('/backoffice/deleted'))).toEqual(['Two'])
  expect((await restore(office, first)).status).toBe(404)
  expect((await restore(office, third)).status).toBe(404)
})

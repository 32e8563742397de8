// Cells of the list of talks that are edited in place.
import { expect, test } from 'vitest'
import { createOffice } from '../../../../test/support/office.ts'
import { readEvents } from '../../../../test/support/rows.ts'
import { get, useApi } from '../../../../test/support/scenarios.ts'
import { visibleText } from '../../../../test/support/sites.ts'

const server = useApi()

test('save one value like the form does, and refuse a value or a version that is not valid', async () => {
  const office = await createOffice(server)
  await office.change({ timezone: 'Europe/Vienna' })
  const id = await office.talk('One', { start: '2027-05-20T09:00:00Z', timezone: 'Asia/Tokyo' })
  let version = 1
  const save = async (name: string, value: string) => {
    const answer = await office.staff.post(`/backoffice/talks/${id}/cell`, {
      name,
      value,
      version: String(version),
    })
    if (answer.status === 204) version += 1
    return answer.status
  }
  const list = await office.staff.get('/backoffice/talks')
  expect(list.text).toContain(`href="/backoffice/talks/${id}#field-room"`)
  expect(list.text).toContain('data-value="2027-05-20T11:00"')
  expect(visibleText(list.text)).toContain('Thu, May 20 · 11:00–12:00 Thu, May 20 · 18:00 Asia/Tokyo (GMT+9)')
  expect(await save('room', 'Hall')).toBe(204)
  expect(await save('track', 'Rivers')).toBe(204)
  expect(await save('start', '2027-05-20T12:30')).toBe(204)
  expect(await save('state', 'draft')).toBe(204)
  expect(await save('track', '')).toBe(204)
  const saved = { room: 'Hall', track: null, start: '2027-05-20T10:30:00.000Z', state: 'draft' }
  expect(await get(office.tenant, `/talks/${id}`)).toMatchObject(saved)
  expect((await readEvents(office.tenant)).filter(({ type }) => type === 'talk.updated')).toHaveLength(5)
  expect(await save('room', 'x'.repeat(300))).toBe(422)
  expect(await save('start', 'soon')).toBe(422)
  expect(await save('state', 'gone')).toBe(422)
  expect(await save('title', 'Other')).toBe(404)
  version = 1
  expect(await save('room', 'Attic')).toBe(412)
  expect(await get(office.tenant, `/talks/${id}`)).toMatchObject(saved)
})

test('a start that keeps its minute keeps its seconds, and its hour where clocks are set back', async () => {
  const office = await createOffice(server)
  const start = '2027-10-31T01:30:20.000Z'
  await office.change({ timezone: 'Europe/Vienna' })
  const id = await office.talk('One', { start })
  const list = await office.staff.get('/backoffice/talks')
  const [, value = ''] = /data-cell="start"[^>]* data-value="([^"]*)"/.exec(list.text) ?? []
  expect(value).toBe('2027-10-31T02:30')
  const answer = await office.staff.post(`/backoffice/talks/${id}/cell`, {
    name: 'start',
    value,
    version: '1',
  })
  expect(answer.status).toBe(204)
  expect(await get(office.tenant, `/talks/${id}`)).toMatchObject({ start, version: 1 })
})

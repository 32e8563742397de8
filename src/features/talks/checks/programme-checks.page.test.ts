// What is left to do in the programme: warnings about double bookings, filters of the lists, and the dashboard.
import { describe, expect, test } from 'vitest'
import { person } from '../../../../test/support/bodies.ts'
import { createOffice, type Office, readForm, rowNames } from '../../../../test/support/office.ts'
import { queryStore } from '../../../../test/support/process.ts'
import { get, useApi } from '../../../../test/support/scenarios.ts'
import { personNamed, signInAtSite, visibleText } from '../../../../test/support/sites.ts'
import { talks } from '../tables.ts'

const server = useApi()

const at = (time: string) => `2027-03-02T${time}:00Z`
const ada = [personNamed('Ada', 'Sample')]
const bo = [personNamed('Bo', 'Sample')]
const open = async ({ staff }: Office, path: string) => {
  const page = await staff.get(path)
  expect(page.status, page.text).toBe(200)
  return page
}

describe('two talks at the same time', () => {
  test('in one room, or with one speaker, are warned about on their pages, but can be saved', async () => {
    const office = await createOffice(server)
    const first = await office.talk('First', { start: at('10:00'), room: 'Hall', speakers: ada })
    await office.talk('Same room', { start: at('10:30'), room: 'Hall', speakers: bo })
    await office.talk('Same speaker', { start: at('10:59'), room: 'Attic', speakers: ada })
    const text = visibleText((await open(office, `/backoffice/talks/${first}`)).text)
    expect(text).toContain('Double-booked.')
    expect(text).toMatch(/The room Hall also has\s+Same room\s+\(/)
    expect(text).toMatch(/Ada Sample also speaks at\s+Same speaker\s+\(/)
    const path = `/backoffice/talks/${first}`
    const fields = readForm(await office.staff.get(path))
    const saved = await office.staff.post(path, { ...fields, title: 'First, changed' })
    expect(saved.status).toBe(303)
    expect((await get(office.tenant, `/talks/${first}`)).title).toBe('First, changed')
  })

  test('are double-booked only if they overlap, take place, and are no breaks', async () => {
    const office = await createOffice(server)
    const more = { room: 'Hall', speakers: ada }
    await office.talk('Long', { start: at('09:00'), duration: 180, ...more })
    await office.talk('Inside', { start: at('10:00'), duration: 30, ...more })
    await office.talk('Draft inside', { start: at('11:30'), duration: 15, state: 'draft', ...more })
    await office.talk('Next', { start: at('12:00'), duration: 30, ...more })
    await office.talk('Later', { start: at('12:30'), ...more })
    await office.talk('Canceled', { start: at('12:30'), state: 'cancelled', ...more })
    await office.talk('Lunch', { start: at('12:30'), kind: 'break', room: 'Hall', speakers: undefined })
    await office.talk('Elsewhere', { start: at('12:30'), room: 'Attic', speakers: bo })
    expect(rowNames(await open(office, '/backoffice/talks?needs=conflict'))).toEqual([
      'Long',
      'Inside',
      'Draft inside',
    ])
    const all = await open(office, '/backoffice/talks')
    expect(all.text.match(/class="badge warning">Double-booked</g)).toHaveLength(3)
  })
})

test('the dashboard counts what is left to do, and each count leads to the list of it', async () => {
  const office = await createOffice(server)
  const image = 'https://static.example.org/talk.jpg'
  const complete = { image, room: 'Hall', speakers: bo, description: 'About' }
  await office.talk('Complete', { ...complete, start: at('08:00') })
  await office.talk('No room', { ...complete, room: null, start: at('10:00') })
  await office.talk('No picture', { ...complete, image: null, start: at('12:00') })
  await office.talk('No description', { ...complete, description: '', start: at('13:00') })
  await office.talk('No video', { ...complete, type: 'external', start: at('14:00') })
  await office.talk('Canceled', { speakers: bo, state: 'cancelled', start: at('14:00') })
  const page = await open(office, '/backoffice')
  const text = visibleText(page.text)
  for (const [check, count, names] of [
    ['room', '1 talk has no room', ['No room']],
    ['description', '1 talk has no description', ['No description']],
    ['video', '1 talk has no video', ['No video']],
  ] as const) {
    expect(text).toContain(count)
    expect(page.text).toContain(`href="/backoffice/talks?needs=${check}"`)
    expect(rowNames(await open(office, `/backoffice/talks?needs=${check}`))).toEqual(names)
  }
  // A picture is optional.
  expect(text).not.toContain('has no picture')
  expect(rowNames(await open(office, '/backoffice/talks?needs=picture'))).toEqual(['No picture'])
  // Five talks with three parts each, of which two are missing.
  expect(text).toMatch(/Details filled in\s+86%\s+5 talks/)
  expect(text).toContain('1 speaker has no biography or picture')
  expect(text).toContain('1 speaker has not signed in yet')
  expect(rowNames(await open(office, '/backoffice/speakers?profile=incomplete'))).toEqual(['Bo Sample'])
  const avatar = 'https://static.example.org/bo.jpg'
  await office.tenant.send('PUT', `/users/${bo[0]?.email}`, { body: { avatar, description: 'Bo' } })
  expect(rowNames(await open(office, '/backoffice/speakers?profile=incomplete'))).toEqual([])
  expect(visibleText((await open(office, '/backoffice')).text)).not.toContain('no biography')
})

test.each([
  ['the next 1,000 are checked', 1],
  ['the last 1,000 are checked after the event', -2_000],
])('of more than 1,000 talks, %s', async (_name, firstHour) => {
  const office = await createOffice(server)
  const { location, clock } = office.tenant.api
  const hour = (hours: number) => clock.now() + hours * 3_600_000
  const start = (hours: number) => new Date(hour(hours)).toISOString()
  await office.talk('Earlier', { start: start(-2_100), room: 'Hall' })
  await office.talk('Earlier too', { start: start(-2_099.9), room: 'Hall' })
  const model = await office.talk('Model', { start: start(firstHour), room: null })
  const copied = [...talks.columnNames, 'search_key'].map((column) => [column, column])
  const copies = {
    id: `'${model}-' || n`,
    external_id: 'null',
    start_at: `start_at + cast(n as bigint) * 3600000`,
    end_at: 'end_at + cast(n as bigint) * 3600000',
  }
  const values = { ...Object.fromEntries(copied), ...copies }
  await queryStore(
    location,
    `insert into talks (${Object.keys(values)})
     with recursive n(n) as (select 1 union all select n + 1 from n where n < 997)
     select ${Object.values(values)} from talks cross join n where id = '${model}'`,
  )
  const note =
    'If there are more than 1,000 talks, only the next 1,000 are checked, or the last ones if fewer are left.'
  const all = visibleText((await open(office, '/backoffice')).text)
  expect(all).toContain('2 talks are double-booked')
  expect(all).not.toContain(note)
  expect(rowNames(await open(office, '/backoffice/talks?needs=conflict'))).toEqual(['Earlier', 'Earlier too'])
  await office.talk('Later', { start: start(firstHour + 1_000), room: null })
  await office.talk('Later too', { start: start(firstHour + 1_001), room: null })
  const text = visibleText((await open(office, '/backoffice')).text)
  expect(text).toContain('1,000 talks have no room')
  expect(text).not.toContain('double-booked')
  expect(text).toContain(note)
  const list = await open(office, '/backoffice/talks?needs=conflict')
  expect(rowNames(list)).toEqual([])
  expect(visibleText(list.text)).toContain(note)
})

test('the dashboard shows sign-ups, the latest changes, and the talks with the most stars', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const [first, second] = [await office.talk('First'), await office.talk('Second', { start: at('10:00') })]
  for (const talks of [[first, second], [second]]) {
    const { account } = await signInAtSite(office)
    for (const talk of talks) await tenant.send('PUT', `/users/${account.id}/favorites/${talk}`)
  }
  await tenant.send('PUT', `/talks/${first}`, { body: { title: 'First, renamed' } })
  const text = visibleText((await open(office, '/backoffice')).text)
  expect(text).toContain('2 sign-ups in the last 30 days')
  expect(text).toMatch(/Most starred\s+Second\s+2 stars\s+First, renamed\s+1 star /)
  expect(text).toMatch(/API key standard changed the title of\s+First, renamed/)
  const list = visibleText((await open(office, '/backoffice/talks?q=second')).text)
  expect(list).toMatch(/Second.*Stars|Stars.*Second/)
})

describe('duplicating', () => {
  test('a talk fills in the form of a new one, without its external ID, and saves nothing yet', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Donau', { room: 'Hall', tags: ['river'], speakers: [person('ada')] })
    expect((await office.staff.get(`/backoffice/talks/${id}`)).text).toContain(
      `href="/backoffice/talks/new?from=${id}"`,
    )
    const page = await open(office, `/backoffice/talks/new?from=${id}`)
    const fields = readForm(page)
    expect(fields).toMatchObject({ title: 'Donau', room: 'Hall', tags: 'river', externalId: '' })
    expect((await get(office.tenant, '/talks')).items).toHaveLength(1)
    const answer = await office.staff.post('/backoffice/talks/new', { ...fields, title: 'Donau, again' })
    expect(answer.status).toBe(303)
    const { items } = await get(office.tenant, '/talks')
    const found: [string, string][] = items.map(
      ({ title, speakers }: { title: string; speakers: { email: string }[] }) => [title, speakers[0]?.email],
    )
    expect(found.sort()).toEqual([
      ['Donau, again', 'ada@example.org'],
      ['Donau', 'ada@example.org'],
    ])
  })

  test('a sponsor fills in the form of a new one', async () => {
    const office = await createOffice(server)
    const id = await office.sponsor('Mill', { website: 'https://mill.example.org/' })
    const fields = readForm(await open(office, `/backoffice/sponsors/new?from=${id}`))
    expect(fields).toMatchObject({ name: 'Mill', website: 'https://mill.example.org/', externalId: '' })
  })
})

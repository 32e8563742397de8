// The attendance of a talk in the Back Office: the page with its charts, and the CSV file.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()

async function createTalk() {
  const site = await createSite(server)
  const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const id = await site.talk('Talk', { type: 'youtube', video, duration: 20 })
  const admin = await signInAtSite(site, 'admin')
  return { site, id, admin, path: `/backoffice/talks/${id}/attendance` }
}

test('a talk that nobody watched says so', async () => {
  const { admin, path } = await createTalk()
  expect((await admin.get(path)).text).toContain('Nobody has been in this talk yet.')
  expect((await admin.get(`${path}.csv`)).text.split('\r\n')).toHaveLength(2)
})

test('the page shows figures, viewers over time, and people; the file has everyone', async () => {
  const { site, id, admin, path } = await createTalk()
  const { clock } = site.tenant.api
  const person = await signInAtSite(site, 'attendee', { firstName: '=1+1', lastName: 'Sample' })
  const guest = new Visitor(site.tenant.api, { host: site.host })
  for (let minute = 0; minute <= 3; minute += 1) {
    for (const viewer of minute < 2 ? [person, guest] : [person]) await sendHeartbeat(viewer, id)
    clock.pass(60_000)
  }
  clock.pass(16 * 60_000)
  await sendHeartbeat(person, id)
  clock.pass(60_000)
  await sendHeartbeat(person, id)
  // Heartbeats are written later, and the figures and the charts are read side by side.
  const page = await waitUntil(
    async () => (await admin.get(path)).text,
    (html) =>
      html.includes('replay-viewers') &&
      /1 ?person watched live|person watched live 1/.test(visibleText(html)),
  )
  const text = visibleText(page)
  expect(page).toContain('Viewers during the talk, 2 at most.')
  expect(page).toContain('Viewers of the replay by day, 1 at most.')
  // Two viewers in the first minute, one in the next two, none after that.
  const minutes = [...page.matchAll(/<th scope="row">12:0(\d)[^<]*<\/th><td>(\d)<\/td>/g)]
  expect(minutes.slice(0, 4).map(([, minute, viewers]) => [minute, viewers])).toEqual([
    ['0', '2'],
    ['1', '1'],
    ['2', '1'],
    ['3', '0'],
  ])
  expect(text).toContain(person.account.email)
  const file = await admin.get(`${path}.csv`)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="attendance-${id}-2027-03-01.csv"`)
  const [head = '', line = '', ...rest] = file.text.replace('\uFEFF', '').split('\r\n')
  expect(head.split(',').slice(0, 6)).toEqual([
    ...['userId', 'email', 'firstName', 'lastName', 'liveSeconds', 'replaySeconds'],
  ])
  expect(line.split(',')).toMatchObject([
    ...[person.account.id, person.account.email, "'=1+1", 'Sample', '180', '60'],
    ...['2027-03-01T12:00:00+00:00', '2027-03-01T12:21:00+00:00'],
    expect.any(String),
  ])
  expect(rest).toEqual([''])
})

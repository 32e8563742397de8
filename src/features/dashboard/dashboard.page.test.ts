// The figures and the order of the dashboard, and the page of the integrations.
import { expect, test } from 'vitest'
import { attendee, person } from '../../../test/support/bodies.ts'
import { createOffice, decoded, rowNames } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { API_DOCUMENTATION, NEW_KEY, NEW_WEBHOOK } from '../../kit/office/paths.ts'

const server = useApi()
const DAY_MS = 24 * 3_600_000

test('the accepted attendees are counted, without staff, speakers, or those of other platforms', async () => {
  const [office, other] = [await createOffice(server), await createOffice(server)]
  const create = async (name: string, status: string, { tenant, staff } = office) => {
    const { id } = (await tenant.send('POST', '/users', { body: attendee(name) })).body
    expect((await staff.post(`/backoffice/users/${id}/registration`, { status })).status).toBe(303)
  }
  for (const name of ['ada', 'bea']) await create(name, 'accepted')
  await office.tenant.send('POST', '/users', { body: attendee('cleo') })
  await create('dora', 'rejected')
  await create('eve', 'accepted', other)
  await office.talk('A talk', { speakers: [person('sam')] })
  const { text } = await office.staff.get('/backoffice')
  const [, href = '', count] =
    /<a href="([^"]*)"><span>Attendees<\/span><strong>(\d+)<\/strong>/.exec(text) ?? []
  expect(count).toBe('2')
  expect(rowNames(await office.staff.get(decoded(href))).sort()).toEqual(['Ada Sample', 'Bea Sample'])
})

test('new attendees are counted by day, for 30 days up to today in the time zone of the event', async () => {
  const [office, other] = [await createOffice(server), await createOffice(server)]
  const create = ({ tenant }: typeof office, name: string) =>
    tenant.send('POST', '/users', { body: attendee(name) })
  await create(office, 'early')
  const { clock } = office.tenant.api
  clock.pass(29 * DAY_MS)
  for (const name of ['ada', 'bea']) await create(office, name)
  await create(other, 'eve')
  clock.pass(DAY_MS)
  await create(office, 'cleo')
  await office.talk('A talk', { speakers: [person('sam')] })
  const { text } = await (await office.signIn('admin')).get('/backoffice')
  const counts = [...text.matchAll(/<th scope="row">[^<]*<\/th><td>(\d+)<\/td>/g)].map(([, count]) =>
    Number(count),
  )
  expect(counts).toEqual([...Array.from({ length: 28 }, () => 0), 2, 1])
})

test('during the event, what is live comes first, and the first steps last', async () => {
  const office = await createOffice(server)
  const start = new Date(office.tenant.api.clock.now() - 60_000).toISOString()
  const order = async () =>
    [
      ...(await office.staff.get('/backoffice')).text.matchAll(
        /<h2>(Live now|Up next|To do|First steps)\s*</g,
      ),
    ].map(([, title]) => title)
  await office.talk('Next week', { start: '2030-03-01T12:00:00Z' })
  expect(await order()).toEqual(['First steps', 'To do', 'Up next'])
  await office.talk('Now', { start })
  expect(await order()).toEqual(['Live now', 'Up next', 'To do', 'First steps'])
  expect((await office.staff.get('/backoffice')).text).toContain(
    '<details class="panel first-steps"><summary>',
  )
})

test('up next are all talks that have not begun, also recordings that can be watched already', async () => {
  const office = await createOffice(server)
  const today = office.tenant.api.clock.now()
  const at = (minutes: number) => new Date(today + minutes * 60_000).toISOString()
  const recording = { type: 'replay', video: 'https://video.example.org/talk.mp4', available: true }
  await office.talk('Watch early', { ...recording, start: at(30) })
  await office.talk('Later', { start: at(60) })
  await office.talk('Next year', { start: '2030-03-01T12:00:00Z' })
  const rows = visibleText((await office.staff.get('/backoffice')).text.split('<h2>Up next')[1] ?? '')
  // Only what is on another day has its date.
  expect(rows).toMatch(/\d\d:\d\d\s+Watch early\s+\d\d:\d\d\s+Later\s+Fri, Mar 1.*\d\d:\d\d\s+Next year/)
})

test('the completeness is shown only while something is missing', async () => {
  const isShownFor = async (talk: object) => {
    const office = await createOffice(server)
    await office.talk('A talk', talk)
    return (await office.staff.get('/backoffice')).text.includes('<h2>Completeness<')
  }
  expect(await isShownFor({ room: null })).toBe(true)
  expect(await isShownFor({ room: 'Hall', description: 'Text' })).toBe(false)
})

test('what is live comes first, with its viewers, its open questions, and its page, and then what is next', async () => {
  const office = await createOffice(server)
  const rowsBelow = (text: string, title: string) =>
    text
      .split(`<h2>${title}`)[1]
      ?.match(/<li>.*?<\/li>/gs)
      ?.map((row) => visibleText(row).trim())
  await office.talk('Next week', { start: '2030-03-01T12:00:00Z' })
  const id = await office.talk('Now', {
    start: new Date(office.tenant.api.clock.now() - 60_000).toISOString(),
  })
  expect((await sendHeartbeat(office.staff, id)).status).toBe(204)
  expect((await office.staff.post(`/talks/${id}/questions`, { text: 'Why?' })).status).toBe(303)
  const { text } = await waitUntil(
    () => office.staff.get('/backoffice'),
    (page) => page.text.includes('1 here now'),
  )
  expect(rowsBelow(text, 'Live now')?.[0]).toMatch(
    /^Now until \d\d:\d\d · 1 here now · 1 open question Open$/,
  )
  expect(text).toContain(`<a class="button" href="/talks/${id}" aria-label="Open Now">`)
  expect(rowsBelow(text, 'Up next')?.[0]).toMatch(/Mar 1.*Next week/s)
})

test('the integrations offer what the user can add, and a first request until a key has been used', async () => {
  const office = await createOffice(server, 'owner')
  const page = async (visitor = office.staff) => (await visitor.get('/backoffice/integrations')).text
  const actions = (text: string) =>
    [...(/<div class="list-head-actions">.*?<\/details>/s.exec(text)?.[0] ?? '').matchAll(/<a [^>]*>/g)].map(
      ([link]) => /href="([^"]*)"/.exec(link)?.[1],
    )
  const [key, webhook, reference] = [NEW_KEY, NEW_WEBHOOK, API_DOCUMENTATION]
  const text = await page()
  expect(actions(text)).toEqual([key, webhook, reference])
  expect(actions(await page(await office.signIn('admin')))).toEqual([key, reference])
  const command = /id="quickstart">([^<]*)</.exec(text)?.[1]
  expect(command).toContain(`https://${office.host}`)
  expect(command).toContain('Bearer YOUR_API_KEY')
  const figuresOf = (shown: string) => visibleText(/<ul class="figures">.*?<\/ul>/s.exec(shown)?.[0] ?? '')
  expect(figuresOf(text)).toBe('')
  await office.talk('A talk')
  await waitUntil(page, (shown) => !shown.includes('quickstart'))
  expect(figuresOf(await page())).toMatch(/2 API keys.*requests in 24 hours/s)
})

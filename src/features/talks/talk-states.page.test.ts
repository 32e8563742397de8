// Drafts, which only staff see, canceled talks, which nobody can take part in, and breaks.
import { describe, expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { followTalks } from '../../../test/support/live.ts'
import { listPageRoutes, samplePath } from '../../../test/support/routes.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import {
  createSite,
  listTitles,
  personNamed,
  signInAtSite,
  visibleText,
} from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }
const HLS = 'https://live.example.org/main.m3u8'
/** The talk is live when a test begins. */
const LIVE = { start: '2027-03-01T11:30:00Z', type: 'rtmp', video: HLS }

describe('a draft', () => {
  const HIDDEN = 'Zirconium'

  /** A draft with everything that pages could show of it, and paths with it. */
  async function createDraft() {
    const site = await createSite(server)
    await site.talk('Opening', { start: '2027-03-01T14:00:00Z' })
    const id = await site.talk(HIDDEN, {
      ...{ ...LIVE, room: `${HIDDEN} Hall`, track: `${HIDDEN} track`, language: 'gl', tags: [HIDDEN] },
      ...{ featured: true, recommended: true, keynote: true },
      speakers: [personNamed(HIDDEN, 'Speaker', { tags: [HIDDEN] })],
    })
    const [speaker] = (await get(site.tenant, `/talks/${id}`)).speakers
    const { id: surveyId } = await put(site.tenant, '/surveys/ext:s', survey({ title: HIDDEN, talkId: id }))
    await site.tenant.send('POST', `/surveys/${surveyId}/open`)
    await site.talk(HIDDEN, { state: 'draft' })
    const samples = {
      ...{ '/talks/:id': id, '/speakers/:id': speaker.id, '/surveys/:id': surveyId },
      '/talks/:id/room/sessions/:session': 'none',
      '/talks/:id/captions/:language': 'en',
    }
    return { site, id, samples }
  }

  test('is on no public page, in no feed, and at no live address, for anyone but staff', async () => {
    const { site, samples } = await createDraft()
    const routes = (await listPageRoutes(site.tenant.api)).filter(
      ({ url }) => !url.includes(':') || Object.keys(samples).some((known) => url.startsWith(known)),
    )
    expect(routes.length).toBeGreaterThan(40)
    const readers = [new Visitor(site.tenant.api, { host: site.host }), await signInAtSite(site, 'speaker')]
    for (const { method, url } of routes) {
      if (url.startsWith('/backoffice') || /:(messageId|questionId|userId)/.test(url)) continue
      const path = samplePath(url, samples)
      for (const reader of readers) {
        const answer =
          method === 'GET' ? await reader.get(path) : await reader.post(path, { text: 'x', agrees: 'on' })
        expect([method, url, answer.text.includes(HIDDEN)]).toEqual([method, url, false])
        if (url.includes(':'))
          expect([method, url, [303, 404].includes(answer.status)]).toEqual([method, url, true])
      }
    }
    for (const query of [
      'q=Zirconium',
      'tag=Zirconium',
      'room=Zirconium+Hall',
      'language=gl',
      'recommended=1',
    ])
      expect(listTitles((await site.open(`/agenda?${query}`)).text)).toEqual([])
    expect((await site.open('/speakers?q=Zirconium')).text).not.toContain('/speakers/0')
  })

  test('has a preview for staff, on which nobody takes part', async () => {
    const { site, id } = await createDraft()
    const admin = await signInAtSite(site, 'admin')
    const page = await admin.get(`/talks/${id}`)
    expect(visibleText(page.text)).toContain('This talk is a draft. Only staff can see this page.')
    expect(page.text).toContain(`<iframe class="stage-screen media" src="/talks/${id}/player`)
    expect((await admin.get(`/talks/${id}/player`)).text).toContain(HLS)
    const refused = await admin.post(`/talks/${id}/messages`, { text: 'Hello' }, JSON_ONLY)
    expect([refused.status, refused.body.code]).toEqual([409, 'talk_is_draft'])
    const list = visibleText((await admin.get('/backoffice/talks')).text)
    expect(list).toMatch(new RegExp(`${HIDDEN}[^|]* Draft`))
  })

  test('appears when it is published, and leaves open pages when it becomes a draft again', async () => {
    const { site, id } = await createDraft()
    await site.talk(HIDDEN, { state: 'published' })
    expect(listTitles((await site.open('/agenda')).text)).toContain(HIDDEN)
    expect((await site.open(`/talks/${id}`)).text).not.toContain('This talk is a draft')
    const stream = await followTalks(site.tenant.api, `${id}:0`, { host: site.host })
    await stream.until(({ stages }) => stages.length > 0)
    await site.talk(HIDDEN, { state: 'draft' })
    await stream.until(({ events }) => events.some(({ name }) => name === 'closed'))
    stream.close()
    expect((await site.visitor.get(`/talks/${id}`)).status).toBe(404)
  })
})

describe('a canceled talk', () => {
  async function createCancelled() {
    const site = await createSite(server)
    const id = await site.talk('Off', { ...LIVE, featured: true, room: 'Hall 1', state: 'cancelled' })
    return { site, id }
  }

  test('is marked as canceled on pages, in feeds, and in embeds, and is neither live nor next', async () => {
    const { site, id } = await createCancelled()
    await site.talk('On', { start: '2027-03-01T13:00:00Z' })
    const home = (await site.open('/')).text
    expect(listTitles(home)).toEqual(['On', 'Off'])
    const [speaker] = (await get(site.tenant, `/talks/${id}`)).speakers
    for (const path of ['/', '/agenda?day=all', `/talks/${id}`, `/speakers/${speaker.id}`, '/embed/agenda'])
      expect([path, visibleText((await site.open(path)).text).split('Canceled').length]).toEqual([path, 2])
    expect((await site.open(`/talks/${id}.ics`)).text).toContain('\r\nSTATUS:CANCELLED\r\n')
    expect((await site.open('/schedule.ics')).text.split('STATUS:CANCELLED').length).toBe(2)
    expect((await site.open('/schedule.json')).text).toContain('"title":"Canceled: Off"')
    expect((await site.open('/schedule.xml')).text).toContain('<title>Canceled: Off</title>')
  })

  test('says so on its stage, has no player, and refuses to let anyone take part', async () => {
    const { site, id } = await createCancelled()
    await site.change({ credits: { isOn: true, price: 5 } })
    const attendee = await signInAtSite(site)
    const page = (await attendee.get(`/talks/${id}`)).text
    expect(visibleText(page)).toContain('This talk was canceled.')
    expect(page).not.toContain('<iframe')
    expect(page).not.toContain('chat-form')
    expect((await attendee.get(`/talks/${id}/player`)).status).toBe(404)
    for (const [path, fields] of [
      ['messages', { text: 'Hello' }],
      ['questions', { text: 'Why?' }],
    ] as const) {
      const answer = await attendee.post(`/talks/${id}/${path}`, fields, JSON_ONLY)
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'talk_cancelled'])
    }
    const byApi = await site.tenant.send('POST', `/talks/${id}/messages`, { body: { label: 'X', text: 'x' } })
    expect([byApi.status, byApi.body.message]).toEqual([409, 'The talk was canceled.'])
    expect((await get(site.tenant, `/talks/${id}/live`)).state).toBe('cancelled')
  })

  test('closes the stage of open pages', async () => {
    const site = await createSite(server)
    const id = await site.talk('Soon off', LIVE)
    const stream = await followTalks(site.tenant.api, `${id}:0`, { host: site.host })
    await stream.until(({ stages }) => stages.some(({ phase }) => phase === 'live'))
    await site.talk('Soon off', { state: 'cancelled' })
    await stream.until(({ stages }) => stages.some(({ phase }) => phase === 'cancelled'))
    stream.close()
  })
})

describe('a break', () => {
  test('is in the agenda without a stage, and is not listed as live or next', async () => {
    const site = await createSite(server)
    const lunch = { kind: 'break', speakers: undefined, room: 'Foyer' }
    const id = await site.talk('Lunch', { ...lunch, start: LIVE.start })
    await site.talk('Coffee', { ...lunch, start: '2027-03-01T15:00:00Z' })
    expect(listTitles((await site.open('/')).text)).toEqual([])
    expect(listTitles((await site.open('/agenda?day=all')).text)).toEqual(['Lunch', 'Coffee'])
    const page = (await site.open(`/talks/${id}`)).text
    expect(visibleText(page)).toContain('Break')
    expect(page).not.toMatch(/stage-poster|stage-line|<iframe/)
    expect(page).not.toContain('chat-form')
    const body = { label: 'X', text: 'x' }
    expect((await site.tenant.send('POST', `/talks/${id}/messages`, { body })).body.code).toBe('feature_off')
  })

  test('with a video has a stage and is live like a talk', async () => {
    const site = await createSite(server)
    const id = await site.talk('Opening', { ...LIVE, kind: 'break', speakers: undefined })
    expect(listTitles((await site.open('/')).text)).toEqual(['Opening'])
    expect((await site.open(`/talks/${id}`)).text).toContain('<iframe class="stage-screen media"')
  })
})

test('the page of a talk names its room and language, and the agenda can be filtered by both', async () => {
  const site = await createSite(server)
  const id = await site.talk('Hej', { room: 'Hall 1', language: 'sv' })
  await site.talk('Hello', { room: 'Hall 2', language: 'en-us' })
  expect(visibleText((await site.open(`/talks/${id}`)).text)).toMatch(/Hall 1\s+Swedish/)
  for (const [query, titles] of [
    ['room=Hall+1', ['Hej']],
    ['language=en-US', ['Hello']],
    ['room=Hall+1&language=en-US', []],
  ] as const)
    expect([query, listTitles((await site.open(`/agenda?${query}`)).text)]).toEqual([query, titles])
  expect(visibleText((await site.open('/embed/agenda?room=Hall+2')).text)).toContain('Hello')
  expect(visibleText((await site.open('/embed/agenda?room=Hall+2')).text)).not.toContain('Hej')
  const agenda = (await site.open('/agenda')).text
  expect(agenda).toContain(
    '<input type="checkbox" name="language" value="en-US"/><bdi>American English</bdi>',
  )
  expect((await site.open(`/talks/${id}.ics`)).text).toContain('LOCATION:Hall 1')
  const [event] = (await site.open('/schedule.json')).body.schedule.conference.days.flatMap((day: object) =>
    Object.values((day as { rooms: object }).rooms).flat(),
  )
  expect([event.room, event.language]).toEqual(['Hall 1', 'sv'])
  expect((await site.open('/schedule.xml')).text).toContain('<language>sv</language>')
})

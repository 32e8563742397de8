// Who takes part in a live talk: those who may watch it, with an accepted registration.
import { expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { type EventStream, followTalks } from '../../../test/support/live.ts'
import { openReadCounter } from '../../../test/support/read-counter.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, personNamed, type Site, signInAtSite } from '../../../test/support/sites.ts'
import type { Visitor } from '../../../test/support/visitors.ts'
import { writeContext } from '../../kernel/changes/services.ts'
import { countVotesOperation } from '../questions/votes.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }
const STREAM = { type: 'rtmp', video: 'https://video.example.org/live.m3u8' }
const ANSWERS = { 'answers/0': '0' }

/** A live talk with a message, a question, and an open survey, and everything that a person can do in it. */
async function createTalk(more: object = STREAM) {
  const site = await createSite(server)
  const speaker = await signInAtSite(site, 'speaker')
  const id = await site.talk('Talk', {
    ...more,
    speakers: [{ ...personNamed('Ada', 'Sample'), email: speaker.account.email }],
  })
  const path = `/talks/${id}`
  const written = await speaker.post(`${path}/messages`, { text: 'Welcome' }, JSON_ONLY)
  const asked = await speaker.post(`${path}/questions`, { text: 'Ready?' }, JSON_ONLY)
  const { id: surveyId } = await put(site.tenant, '/surveys/ext:s', survey({ talkId: id }))
  await site.tenant.send('POST', '/surveys/ext:s/open')
  const actions: [path: string, fields: Record<string, string>][] = [
    [`${path}/messages`, { text: 'Hello' }],
    [`${path}/reactions`, { reaction: `${written.body.id} 👍` }],
    [`${path}/messages/${written.body.id}/report`, {}],
    [`${path}/questions`, { text: 'Why?' }],
    [`${path}/votes`, { vote: asked.body.id }],
    [`/surveys/${surveyId}/answers`, ANSWERS],
  ]
  /** The outcome of each action, in order. */
  const outcomes = async (visitor: Visitor) => {
    const codes = []
    for (const [to, fields] of actions) codes.push((await visitor.post(to, fields, JSON_ONLY)).body.code)
    return codes
  }
  return { site, id, path, surveyId, speaker, outcomes }
}

/** The position of a page in the stream. */
function positionOn(page: string): string {
  const [, id, position] = /data-talk="([^"]+)" data-position="([^"]+)"/.exec(page) ?? []
  return `${id}:${position}`
}
const stageOf = ({ stages }: EventStream): string => stages.at(-1)?.html.join('') ?? ''
const received = ({ events }: EventStream): string => JSON.stringify(events)

const ALL = Array(6).fill('ok')
const NONE = Array(6).fill('watching_restricted')
const charge = (site: Site) => site.change({ credits: { isOn: true, price: 1 } })
const grant = ({ tenant }: Site, userId: string) =>
  tenant.send('POST', `/users/${userId}/credits`, { body: { kind: 'grant', amount: 5 } })

test('the tabs of a page show from the start what is open or on stage, and not what the reader has answered', async () => {
  const { site, id, path, surveyId } = await createTalk()
  const person = await signInAtSite(site)
  const tabs = async (visitor: Visitor) =>
    [
      ...(await visitor.get(path)).text.matchAll(
        /<button type="button" role="tab" id="([a-z]+)-tab".*?<\/button>/gs,
      ),
    ].map(([tab, name]) => `${name} ${/aria-label="([^"]*)"/.exec(tab)?.[1] ?? ''}`.trim())
  expect(await tabs(site.visitor)).toEqual(['chat', 'questions', 'surveys Surveys, New: 1'])
  const [question] = (await site.tenant.send('GET', `/talks/${id}/questions`)).body.items
  await site.tenant.send('PUT', `/talks/${id}/questions/${question.id}`, { body: { state: 'on_stage' } })
  expect(await tabs(person)).toEqual(['chat', 'questions Questions, New: 1', 'surveys Surveys, New: 1'])
  await person.post(`/surveys/${surveyId}/answers`, ANSWERS, JSON_ONLY)
  expect(await tabs(person)).toEqual(['chat', 'questions Questions, New: 1', 'surveys'])
})

test('only people who have paid take part in a talk that costs credits, and read what happens in it', async () => {
  const { site, path, surveyId, outcomes } = await createTalk()
  await charge(site)
  const person = await signInAtSite(site)
  await grant(site, person.account.id)
  const reads = async () => {
    const page = (await person.get(path)).text.includes('Welcome')
    const pages = [`${path}/messages`, `${path}/questions`, `${path}/viewers`, `/surveys/${surveyId}`]
    const statuses = []
    for (const one of pages) statuses.push((await person.get(one)).status)
    return [page, ...statuses]
  }
  expect(await outcomes(person)).toEqual(NONE)
  expect(await reads()).toEqual([false, 403, 403, 403, 403])
  await person.post(`${path}/open`, { mode: 'live' })
  expect(await reads()).toEqual([true, 200, 200, 200, 200])
  expect(await outcomes(person)).toEqual(ALL)
})

test('an open stream ends when a talk that costs credits starts', async () => {
  const site = await createSite(server)
  await charge(site)
  const { clock } = site.tenant.api
  const id = await site.talk('Talk', { ...STREAM, start: new Date(clock.now() + 5 * 60_000).toISOString() })
  const person = await signInAtSite(site)
  const follow = (from: string) =>
    followTalks(site.tenant.api, from, { host: site.host, cookies: person.cookies })
  const stream = await (await follow(`${id}:0`)).until(({ position }) => position !== '')
  clock.pass(6 * 60_000)
  await stream.until(({ isClosed }) => isClosed)
  const again = await (await follow(stream.position)).until(({ events }) => events.length > 0)
  expect(again.events.map(({ name }) => name)).toEqual(['closed'])
  again.close()
})

test('an open stream ends when the talk comes to cost credits, and its client learns that it has to pay', async () => {
  const { site, id, speaker } = await createTalk()
  const person = await signInAtSite(site)
  const follow = (visitor: Visitor, from: string) =>
    followTalks(site.tenant.api, from, { host: site.host, cookies: visitor.cookies })
  const stream = await follow(person, `${id}:0`)
  await stream.until(({ position }) => position !== '')
  await charge(site)
  await stream.until(({ isClosed }) => isClosed)
  const again = await (await follow(person, stream.position)).until(({ events }) => events.length > 0)
  expect(again.events.map(({ name }) => name)).toEqual(['closed'])
  again.close()
  const own = await (await follow(speaker, `${id}:0`)).until(({ events }) => events.length > 0)
  expect(own.events[0]?.name).not.toBe('closed')
  own.close()
})

test('an open page of a person who has not paid follows the payment on another device, the price, and the end', async () => {
  const { site, path } = await createTalk({ ...STREAM, start: '2027-03-01T12:00:00Z', duration: 30 })
  await charge(site)
  const [payer, other] = [await signInAtSite(site), await signInAtSite(site)]
  await grant(site, payer.account.id)
  const follow = async (visitor: Visitor, from?: string) => {
    const position = from ?? positionOn((await visitor.get(path)).text)
    return followTalks(site.tenant.api, position, { host: site.host, cookies: visitor.cookies })
  }
  const [paying, waiting] = [await follow(payer), await follow(other)]
  for (const one of [paying, waiting]) await one.until(() => stageOf(one).includes('data-key="payment'))
  await payer.post(`${path}/open`, { mode: 'live' })
  await paying.until((one) => received(one).includes('Welcome'))
  expect(stageOf(paying)).toContain('data-key="open')
  paying.close()
  expect(waiting.events).toEqual([])

  await site.talk('Talk', { features: { freeLive: true } })
  await waiting.until(({ isClosed }) => isClosed)
  const free = await follow(other, waiting.position)
  await free.until((one) => received(one).includes('Welcome'))
  expect(stageOf(free)).toContain('data-key="open')
  await site.talk('Talk', { features: { freeLive: false } })
  await free.until(({ isClosed }) => isClosed)
  const closed = await (await follow(other, free.position)).until(({ events }) => events.length > 0)
  expect(closed.events.map(({ name }) => name)).toEqual(['closed'])
  site.tenant.api.clock.pass(31 * 60_000)
  await closed.until(({ isClosed }) => isClosed)
  const ended = await follow(other, closed.position)
  await ended.until(() => stageOf(ended).includes('it will appear here.'))
  ended.close()
})

test('an open page whose person may not watch gets everything once that changes', async () => {
  const { site, id, path } = await createTalk()
  const shown = positionOn((await site.open(path)).text)
  const stream = await followTalks(site.tenant.api, shown, { host: site.host })
  await stream.until(({ stages }) => stages.length > 0)
  for (const [close, open] of [
    [() => site.change({ watching: 'signed_in' }), () => site.change({ watching: 'everyone' })],
    [() => site.talk('Talk', { state: 'draft' }), () => site.talk('Talk', { state: 'published' })],
  ] as const) {
    await close()
    await stream.until(({ events }) => events.at(-1)?.name === 'closed')
    await open()
    await stream.until(({ events }) => events.some(({ name }, at) => at > 0 && name === 'reset'))
    expect(received(stream)).toContain('Welcome')
    stream.events.length = 0
  }
  await site.talk('Talk', { state: 'draft' })
  await stream.until(({ events }) => events.at(-1)?.name === 'closed')
  const draft = await followTalks(site.tenant.api, `${id}:0:other`, { host: site.host })
  await draft.until(({ events }) => events.length > 0)
  expect([draft.events.map(({ name }) => name), draft.stages]).toEqual([['closed'], []])
  for (const one of [stream, draft]) one.close()
})

test('a page that was disconnected while its person was accepted shows the forms again', async () => {
  const { site, path } = await createTalk()
  const waiting = await signInAtSite(site, 'attendee', { options: { endRegistration: false } })
  const shown = positionOn((await waiting.get(path)).text)
  await put(site.tenant, `/users/${waiting.account.id}`, { options: { endRegistration: true } })
  const stream = await followTalks(site.tenant.api, shown, { host: site.host, cookies: waiting.cookies })
  await stream.until(({ events }) => events.length > 0)
  expect(stream.events[0]?.data.snapshot).toContain('class="chat-form')
  stream.close()
})

test('the stream of a talk that costs credits is closed to people who have not paid', async () => {
  const { site, id, path } = await createTalk()
  const person = await signInAtSite(site)
  const follow = (from: string) =>
    followTalks(site.tenant.api, from, { host: site.host, cookies: person.cookies })
  const before = await (await follow(`${id}:0`)).until(({ position }) => position !== '')
  before.close()
  await charge(site)
  await grant(site, person.account.id)
  const closed = await (await follow(before.position)).until(({ events }) => events.length > 0)
  expect(closed.events.map(({ name }) => name)).toEqual(['closed'])
  closed.close()
  await person.post(`${path}/open`, { mode: 'live' })
  const open = await (await follow(`${id}:0`)).until(({ items }) => items.length > 0)
  expect(JSON.stringify(open.items)).toContain('Welcome')
  open.close()
})

test('counting votes reads no payments for other talks', async () => {
  const { site, id } = await createTalk()
  await charge(site)
  const { account } = await signInAtSite(site)
  await grant(site, account.id)
  const pay = async (title: string) => {
    const body = { kind: 'debit', talk: await site.talk(title, STREAM), mode: 'live' }
    expect((await site.tenant.send('POST', `/users/${account.id}/credits`, { body })).status).toBe(200)
  }
  await pay('Talk')
  const { api, caller } = site.tenant
  const { credits } = countVotesOperation.load(
    { ...writeContext(api.clock, caller), isAfterConflict: false },
    { talk: { by: 'id', value: id }, votes: [{ questionId: '', userId: account.id, isOn: true }] },
  )
  await using counter = await openReadCounter(api.location)
  const before = await counter.count(credits)
  for (const title of ['One', 'Two', 'Three']) await pay(title)
  // The depth of the index can differ by a step. Each payment read would add many.
  expect(await counter.count(credits)).toBeLessThanOrEqual(before + 3)
  expect(await api.installation.store.read(credits)).toMatchObject([{ talkId: id, kind: 'debit' }])
})

test('the people of a talk, free talks, and talks on site need no payment', async () => {
  const { site, speaker, outcomes } = await createTalk()
  await charge(site)
  expect((await outcomes(speaker))[0]).toBe('ok')
  await site.talk('Talk', { features: { freeLive: true } })
  expect(await outcomes(await signInAtSite(site))).toEqual(ALL)
  await site.talk('Talk', { type: null, features: { freeLive: false } })
  expect(await outcomes(await signInAtSite(site))).toEqual(ALL)
})

test('before the start nothing has to be paid, and after the end those who paid for it live go on', async () => {
  const { site, path, outcomes } = await createTalk({
    ...STREAM,
    start: '2027-03-01T12:10:00Z',
    duration: 10,
  })
  await charge(site)
  expect(await outcomes(await signInAtSite(site))).toEqual(ALL)
  const person = await signInAtSite(site)
  await grant(site, person.account.id)
  site.tenant.api.clock.pass(10 * 60_000)
  await person.post(`${path}/open`, { mode: 'live' })
  site.tenant.api.clock.pass(11 * 60_000)
  expect(await outcomes(person)).toEqual(ALL)
  expect(await outcomes(await signInAtSite(site))).toEqual(NONE)
})

test('the External API writes for people who may watch', async () => {
  const { site, path } = await createTalk()
  await charge(site)
  const { account } = await signInAtSite(site)
  const write = async () =>
    (await site.tenant.send('POST', `${path}/messages`, { body: { user: account.email, text: 'Hi' } })).body
      .code
  expect(await write()).toBe('watching_restricted')
  const body = { kind: 'debit', talk: 'ext:Talk', mode: 'live' }
  await grant(site, account.id)
  expect((await site.tenant.send('POST', `/users/${account.id}/credits`, { body })).status).toBe(200)
  expect(await write()).toBe('ok')
})

test.each(['everyone', 'signed_in', 'accepted'] as const)(
  'with %s, people whose registration waits for a review take part in nothing until it is accepted',
  async (watching) => {
    const { site, path, outcomes } = await createTalk()
    await site.change({ watching })
    const waiting = await signInAtSite(site, 'attendee', { options: { endRegistration: false } })
    expect(await outcomes(waiting)).toEqual(NONE)
    const page = (await waiting.get(path)).text
    expect([page.includes('Welcome'), page.includes('class="chat-form')]).toEqual([
      watching !== 'accepted',
      false,
    ])
    for (const open of ['/', '/agenda', '/speakers']) expect((await waiting.get(open)).status).toBe(200)
    await put(site.tenant, `/users/${waiting.account.id}`, { options: { endRegistration: true } })
    expect(await outcomes(waiting)).toEqual(ALL)
  },
)

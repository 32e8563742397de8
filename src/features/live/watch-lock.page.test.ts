// Who may open the video of a talk: the setting of the platform, and credits.
import { expect, test } from 'vitest'
import { race } from '../../../test/support/credit-race.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, personNamed, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import type { Visitor } from '../../../test/support/visitors.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { changeLiveOperation } from './settings.ts'

const server = useApi()
const HOST = 'video.example.org'
const LIVE = { type: 'rtmp', video: `https://${HOST}/live.m3u8`, start: '2027-03-01T11:59:00Z' }
const REPLAY = { type: 'replay', video: `https://${HOST}/talk.mp4`, available: true }

async function createTalk({ price = 1, talk = LIVE }: { price?: number; talk?: object } = {}) {
  const site = await createSite(server)
  await site.change({ credits: { isOn: true, price } })
  const id = await site.talk('Talk', talk)
  return { site, id, page: `/talks/${id}`, open: `/talks/${id}/open` }
}

const grant = ({ tenant }: Site, userId: string, amount: number) =>
  tenant.send('POST', `/users/${userId}/credits`, { body: { kind: 'grant', amount } })
const ledgerOf = async ({ tenant }: Site, userId: string) =>
  (await tenant.send('GET', `/users/${userId}/credits`)).body

/** Whether the page of a talk or its player, with their headers, contain the address of the video. */
async function shows(visitor: Visitor, page: string): Promise<boolean> {
  const answers = [await visitor.get(page), await visitor.get(`${page}/player`)]
  return JSON.stringify(answers.map(({ text, headers }) => [text, headers])).includes(HOST)
}
const playerText = async (visitor: Visitor, page: string) =>
  visibleText((await visitor.get(`${page}/player`)).text)

test.each([
  ['everyone', [true, true, true, true]],
  ['signed_in', [false, true, true, true]],
  ['accepted', [false, false, true, true]],
] as const)('with %s, the video address is sent to those who may watch only', async (watching, expected) => {
  const site = await createSite(server)
  await site.change({ watching })
  const id = await site.talk('Talk', LIVE)
  const people = [
    site.visitor,
    await signInAtSite(site, 'attendee', { options: { endRegistration: false } }),
    await signInAtSite(site, 'attendee', { options: { endRegistration: true } }),
    await signInAtSite(site, 'speaker'),
  ]
  const seen = []
  for (const person of people) seen.push(await shows(person, `/talks/${id}`))
  expect(seen).toEqual(expected)
  expect((await site.visitor.get(`/talks/${id}/player`)).status).toBe(watching === 'everyone' ? 200 : 403)
})

test('a talk costs credits once, after a page that says so', async () => {
  const { site, id, page, open } = await createTalk({ price: 2 })
  const person = await signInAtSite(site)
  await grant(site, person.account.id, 5)
  expect(await shows(person, page)).toBe(false)
  expect(await playerText(person, page)).toContain(
    'Watching this talk live costs 2 credits. You have 5 credits. Watch for 2 credits',
  )
  expect(visibleText((await person.get(open)).text)).toContain('You will have 3 credits left.')
  expect(await ledgerOf(site, person.account.id)).toMatchObject({ balance: 5 })
  for (const _ of [1, 2]) {
    const answer = await person.post(open, { mode: 'live' })
    expect([answer.status, answer.headers.location]).toEqual([303, page])
  }
  expect(await shows(person, page)).toBe(true)
  expect(await ledgerOf(site, person.account.id)).toMatchObject({
    balance: 3,
    items: [{ kind: 'debit', amount: -2, talk: id, mode: 'live' }, { kind: 'grant' }],
  })
  expect((await person.get(open)).headers.location).toBe(page)
})

test('the replay of a talk is paid for apart from watching it live', async () => {
  const { site, page, open } = await createTalk()
  const person = await signInAtSite(site)
  await grant(site, person.account.id, 2)
  await person.post(open, { mode: 'live' })
  await site.talk('Talk', REPLAY)
  expect(await shows(person, page)).toBe(false)
  expect((await person.post(open, { mode: 'live' })).status).toBe(303)
  expect(await shows(person, page)).toBe(false)
  await person.post(open, { mode: 'replay' })
  expect(await shows(person, page)).toBe(true)
  expect(await ledgerOf(site, person.account.id)).toMatchObject({ balance: 0 })
})

test('without enough credits, the talk stays closed and nothing is taken', async () => {
  const { site, page, open } = await createTalk({ price: 3 })
  const person = await signInAtSite(site)
  await grant(site, person.account.id, 2)
  expect(visibleText((await person.get(open)).text)).toContain(
    'You have 2 credits, and this talk costs 3 credits.',
  )
  await person.post(open, { mode: 'live' })
  expect(await shows(person, page)).toBe(false)
  expect(await ledgerOf(site, person.account.id)).toMatchObject({ balance: 2 })
})

test('a visitor cannot open a talk that costs credits', async () => {
  const { page, site, open } = await createTalk()
  expect(await shows(site.visitor, page)).toBe(false)
  expect((await site.visitor.get(open)).headers.location).toContain('/sign-in')
  expect(await playerText(site.visitor, page)).toContain('Watching this talk live costs 1 credit. Sign in')
})

test('staff, speakers, and moderators of the talk never pay', async () => {
  const site = await createSite(server)
  await site.change({ credits: { isOn: true, price: 1 } })
  const people = [await signInAtSite(site, 'admin'), await signInAtSite(site, 'owner')]
  const [speaker, moderator, other] = [
    await signInAtSite(site, 'speaker'),
    await signInAtSite(site),
    await signInAtSite(site, 'speaker'),
  ]
  const id = await site.talk('Talk', {
    ...LIVE,
    speakers: [{ ...personNamed('Ada', 'Sample'), email: speaker.account.email }],
    moderators: [{ ...personNamed('Grace', 'Sample'), email: moderator.account.email }],
  })
  for (const person of [...people, speaker, moderator]) expect(await shows(person, `/talks/${id}`)).toBe(true)
  expect(await shows(other, `/talks/${id}`)).toBe(false)
  await people[0]?.post(`/talks/${id}/open`, { mode: 'live' })
  expect((await ledgerOf(site, people[0]?.account.id ?? '')).items).toEqual([])
})

test.each([
  ['freeLive', LIVE, true],
  ['freeReplay', LIVE, false],
  ['freeLive', REPLAY, false],
  ['freeReplay', REPLAY, true],
])('%s waives the price of %o: %s', async (feature, talk, isFree) => {
  const { site, page } = await createTalk({ talk: { ...talk, features: { [feature]: true } } })
  expect(await shows(site.visitor, page)).toBe(isFree)
})

test('a talk can have its own price, which only the team sets', async () => {
  const { site, id, page } = await createTalk()
  const price = (credits: number | null) => put(site.tenant, `/talks/${id}/live`, { credits })
  const person = await signInAtSite(site)
  await price(4)
  expect(await playerText(person, page)).toContain('costs 4 credits')
  await price(0)
  expect(await shows(person, page)).toBe(true)
  await price(null)
  expect(await playerText(person, page)).toContain('costs 1 credit.')
  const moderator = await signInAtSite(site, 'speaker')
  await site.talk('Talk', {
    moderators: [{ ...personNamed('Grace', 'Sample'), email: moderator.account.email }],
  })
  const { installation } = site.tenant.api
  const actor = { kind: 'user' as const, id: moderator.account.id, level: 'standard' as const }
  const change = execute(installation, { ...site.tenant.caller, actor }, changeLiveOperation, {
    talk: { by: 'id', value: id },
    change: { credits: 0 },
  })
  await expect(change).rejects.toMatchObject({ code: 'insufficient_permissions' })
})

test('with credits off, talks are open, and nothing about credits is shown or accepted', async () => {
  const { site, page, open } = await createTalk()
  const person = await signInAtSite(site)
  await grant(site, person.account.id, 2)
  await site.change({ credits: { isOn: false, price: 1 } })
  expect(await shows(person, page)).toBe(true)
  expect(visibleText((await person.get(page)).text)).not.toContain('credit')
  expect((await person.get(open)).headers.location).toBe(page)
  await person.post(open, { mode: 'live' })
  await site.change({ credits: { isOn: true, price: 1 } })
  expect(await ledgerOf(site, person.account.id)).toMatchObject({ balance: 2 })
})

test('a talk that has not started says what it will cost', async () => {
  const { site, page, open } = await createTalk({ talk: { ...LIVE, start: '2027-03-01T15:00:00Z' } })
  const person = await signInAtSite(site)
  await grant(site, person.account.id, 2)
  expect(visibleText((await person.get(page)).text)).toContain('Watching this talk costs 1 credit.')
  await person.post(open, { mode: 'live' })
  expect(await ledgerOf(site, person.account.id)).toMatchObject({ balance: 2 })
})

test('100 accounts that open the same talk twice at once pay once each', async () => {
  const { site, id } = await createTalk()
  const { api, caller } = site.tenant

  expect(await race(api.installation, caller, { talkId: id, people: 100 })).toEqual({
    debits: 100,
    charged: 100,
    balances: [0],
  })
})

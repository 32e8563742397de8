// Points and credits on pages: the settings, the account, the leaderboard, and what the team grants.
import { expect, test } from 'vitest'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import type { Visitor } from '../../../test/support/visitors.ts'
import { defaultSettings } from '../platforms/default-settings-schema.ts'

const server = useApi()
const SETTINGS = {
  watching: 'accepted',
  panelMinutes: '30',
  'chat/holdsLinks': 'on',
  'chat/heldWords': 'spam\r\neggs',
  'points/watched': '2',
  'points/question': '0',
  'points/survey': '7',
  'credits/isOn': 'on',
  'credits/price': '3',
}

async function createOffice({ hasCredits = true } = {}) {
  const site = await createSite(server)
  if (hasCredits) await site.change({ credits: { isOn: true, price: 1 } })
  return { site, admin: await signInAtSite(site, 'admin'), person: await signInAtSite(site) }
}
const balanceOf = async ({ tenant }: Site, { account }: { account: { id: string } }) =>
  (await get(tenant, `/users/${account.id}/credits`)).balance
const textOf = async (visitor: Visitor, path: string) => visibleText((await visitor.get(path)).text)

test('the settings of live talks are saved together, and chats stay paused', async () => {
  const { site, admin, person } = await createOffice({ hasCredits: false })
  await site.change({ chat: { ...defaultSettings.chat, isPaused: true } })
  expect((await person.get('/backoffice/settings/live')).status).toBe(404)
  const saved = await admin.submit('/backoffice/settings/live', SETTINGS)
  expect(visibleText(saved.text)).toContain('Changes saved.')
  const events = await admin.get('/backoffice/settings/live')
  for (const text of ['value="accepted" selected', 'spam\neggs', 'name="credits/price"', 'value="7"'])
    expect(events.text).toContain(text)
  const talk = await site.talk('Talk', { start: '2027-03-01T11:59:00Z' })
  expect((await get(site.tenant, `/talks/${talk}/live`)).allChatsPaused).toBe(true)
})

test('settings that are not valid change nothing', async () => {
  const { admin, person, site } = await createOffice()
  for (const wrong of [{ watching: 'nobody' }, { 'points/watched': '-1' }, { panelMinutes: '' }]) {
    const answer = await admin.post('/backoffice/settings/live', { ...SETTINGS, ...wrong })
    expect([wrong, answer.status]).toEqual([wrong, 422])
  }
  expect(await balanceOf(site, person)).toBe(0)
  expect((await admin.get('/backoffice/settings/live')).text).toContain('value="everyone" selected')
})

test('the team grants and takes away credits and points of one person', async () => {
  const { site, admin, person } = await createOffice()
  const path = `/backoffice/users/${person.account.id}`
  await admin.submit(`${path}/credits`, { kind: 'grant', amount: '5', note: 'Pass' })
  const after = await admin.submit(`${path}/credits`, { kind: 'debit', amount: '2', note: '' })
  expect(visibleText(after.text)).toContain('3 credits')
  const tooMany = await admin.post(`${path}/credits`, { kind: 'debit', amount: '4', note: '' })
  expect([tooMany.status, visibleText(tooMany.text).includes('is more than the person has')]).toEqual([
    422,
    true,
  ])
  expect((await admin.post(`${path}/credits`, { kind: 'grant', amount: 'x', note: '' })).status).toBe(422)
  expect(await balanceOf(site, person)).toBe(3)
  await admin.submit(`${path}/points`, { points: '9', reason: 'Won the quiz' })
  expect((await admin.post(`${path}/points`, { points: '-10', reason: 'Too many' })).status).toBe(422)
  expect(await textOf(admin, `${path}/ledgers`)).toContain('+9 Won the quiz')
  const account = await textOf(person, '/account')
  for (const text of ['3 credits', '+5 Granted Pass', '9 points', 'Rank 1', '+9 Won the quiz'])
    expect(account).toContain(text)
})

test('rows of a table grant credits to many people, or to nobody', async () => {
  const { site, admin, person } = await createOffice()
  const other = await signInAtSite(site)
  const [one, two] = [person.account.email, other.account.email]
  const send = (rows: string) => admin.post('/backoffice/credits', { rows })
  const granted = await send(`E-mail;Credits;Note\r\n${one.toUpperCase()};5;Pass\r\n\r\n${two};2\r\n`)
  expect([granted.status, granted.headers.location]).toEqual([303, '/backoffice/credits?done=saved'])
  expect([await balanceOf(site, person), await balanceOf(site, other)]).toEqual([5, 2])
  const refused = [
    ['', 'Enter at least one row.'],
    [`${one},1\nnobody@example.org,1`, 'Row 2: This user does not exist.'],
    [`${one},1\n${two},1.5`, 'Row 2 needs an e-mail and a whole number of credits.'],
    [`${one},1\n"${two}`, 'The rows are not valid CSV.'],
  ] as const
  for (const [rows, message] of refused) {
    const answer = await send(rows)
    expect([rows, answer.status, visibleText(answer.text).includes(message)]).toEqual([rows, 422, true])
  }
  expect([await balanceOf(site, person), await balanceOf(site, other)]).toEqual([5, 2])
})

test('the team sets the price of a talk', async () => {
  const { site, admin } = await createOffice()
  const talk = await site.talk('Talk')
  const path = `/backoffice/talks/${talk}/price`
  const price = async () => (await get(site.tenant, `/talks/${talk}/live`)).credits
  expect((await admin.get(`/backoffice/talks/${talk}`)).text).toContain(path)
  await admin.submit(path, { credits: '4' })
  expect(await price()).toBe(4)
  expect((await admin.post(path, { credits: '-1' })).status).toBe(422)
  await admin.submit(path, { credits: '' })
  expect(await price()).toBe(null)
})

test('the leaderboard shows people who want to be on it, to people who may watch', async () => {
  const { site, admin, person } = await createOffice()
  const other = await signInAtSite(site, 'attendee', { firstName: 'Grace', lastName: 'Listed' })
  const give = (visitor: { account: { id: string } }, points: string) =>
    admin.submit(`/backoffice/users/${visitor.account.id}/points`, { points, reason: 'Quiz' })
  await give(person, '5')
  await give(other, '8')
  expect(await textOf(person, '/leaderboard')).toMatch(/You have 5 points.*1 .*Grace Listed.*8 2 .*You.* 5/)
  expect((await site.visitor.get('/leaderboard')).headers.location).toContain('/sign-in')
  await other.submit('/account/privacy', {})
  expect(await textOf(person, '/leaderboard')).not.toContain('Grace Listed')
  expect((await get(site.tenant, '/leaderboard')).items).toHaveLength(1)
  expect(await textOf(other, '/leaderboard')).toContain('You are not listed.')
  await other.submit('/account/privacy', { ranked: 'on' })
  expect(await textOf(person, '/leaderboard')).toContain('Grace Listed')
  await site.change({ watching: 'accepted' })
  const waiting = await signInAtSite(site, 'attendee', { options: { endRegistration: false } })
  expect((await waiting.get('/leaderboard')).status).toBe(403)
})

test('the profile of a speaker shows their points to the same people, unless they are not on the leaderboard', async () => {
  const { site, admin, person } = await createOffice()
  const speaker = await signInAtSite(site, 'speaker', { type: 'Speaker' })
  const { id, email } = speaker.account
  await site.talk('Talk', { speakers: [{ email, firstName: 'Robin', lastName: 'Sample' }] })
  const profile = `/speakers/${id}`
  expect(await textOf(person, profile)).not.toContain('points')
  await admin.submit(`/backoffice/users/${id}/points`, { points: '8', reason: 'Quiz' })
  expect(await textOf(person, profile)).toContain('8 points')
  expect(await textOf(site.visitor, profile)).not.toContain('8 points')
  await speaker.submit('/account/privacy', {})
  expect(await textOf(person, profile)).not.toContain('8 points')
  await speaker.submit('/account/privacy', { ranked: 'on' })
  await site.change({ features: { ...defaultSettings.features, rewardsEarning: false } })
  expect(await textOf(person, profile)).not.toContain('8 points')
})

test('points and credits that are off are nowhere, and their forms are refused', async () => {
  const { site, admin, person } = await createOffice({ hasCredits: false })
  await site.change({ features: { ...defaultSettings.features, rewardsEarning: false } })
  const path = `/backoffice/users/${person.account.id}`
  const talk = await site.talk('Talk')
  const answers = [
    await person.get('/leaderboard'),
    await admin.get(`/backoffice/talks/${talk}/price`),
    await admin.post(`/backoffice/talks/${talk}/price`, { credits: '1' }),
    await admin.post('/backoffice/credits', { rows: `${person.account.email},1` }),
    await admin.post(`${path}/credits`, { kind: 'grant', amount: '1', note: '' }),
    await admin.post(`${path}/points`, { points: '1', reason: 'Quiz' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 422, 409, 409])
  for (const place of ['/account', '/account/privacy'])
    expect((await person.get(place)).text).not.toMatch(/credits|points/i)
  expect((await admin.get(`/backoffice/talks/${talk}`)).text).not.toContain('/price')
  expect(await textOf(admin, `${path}/ledgers`)).toContain('Points and credits are off.')
})

test('points and credits are part of the data that a person downloads', async () => {
  const { admin, person } = await createOffice()
  const path = `/backoffice/users/${person.account.id}`
  await admin.submit(`${path}/credits`, { kind: 'grant', amount: '5', note: 'Pass' })
  await admin.submit(`${path}/points`, { points: '9', reason: 'Quiz' })
  const { body } = await person.get('/account/export')
  expect(body).toMatchObject({
    credits: [{ kind: 'grant', amount: 5, balance: 5, note: 'Pass' }],
    points: [{ kind: 'granted', points: 9, reason: 'Quiz' }],
  })
  expect((await admin.post(`${path}/delete`)).status).toBe(303)
  expect((await admin.get(`${path}/ledgers`)).status).toBe(404)
})

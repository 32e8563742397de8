// The export of a platform: one file for each kind of object, with what the API returns.
import { expect, test } from 'vitest'
import { survey, talk } from '../../../test/support/bodies.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import type { Visitor } from '../../../test/support/visitors.ts'
import { executeCommand } from '../../kernel/changes/commands.ts'
import { grantPointsCommand } from '../rewards/points.ts'
import { exportedKinds } from './exports.ts'

const server = useApi()
const EXPORT = '/backoffice/settings/export'
const VIDEO = { type: 'youtube', video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', duration: 30 }

async function readFile(visitor: Visitor, path: string) {
  const file = await visitor.get(path)
  expect(file.status, file.text).toBe(200)
  return file.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Ids sort by the time in them. */
const post = async ({ tenant }: Site, path: string, body: object) => {
  tenant.api.clock.pass(1)
  const answer = await tenant.send('POST', path, { body })
  expect(answer.body.code, answer.text).toBe('ok')
  return answer.body.id as string
}

/** A platform with something of every kind. */
async function createEvent() {
  const site = await createSite(server)
  await site.change({ credits: { isOn: true, price: 0 } })
  const talkId = await site.talk('Talk', VIDEO)
  await site.talk('Talk without anything')
  await site.sponsor('Example Ltd')
  const person = await signInAtSite(site)
  const { email } = person.account
  await post(site, `/talks/${talkId}/messages`, { user: email, text: 'Hello' })
  await post(site, `/talks/${talkId}/questions`, { user: email, text: 'Why?', anonymous: true })
  const questionId = await post(site, `/talks/${talkId}/questions`, { user: email, text: 'How?' })
  const voter = await signInAtSite(site)
  expect((await voter.post(`/talks/${talkId}/votes`, { vote: questionId })).status).toBe(303)
  await put(site.tenant, `/talks/${talkId}/questions/${questionId}`, { answer: 'With care.' })
  await site.tenant.send('POST', `/users/${email}/credits`, { body: { kind: 'grant', amount: 5 } })
  await site.tenant.send('POST', `/users/${email}/points`, { body: { points: 7, reason: 'Quiz' } })
  expect((await site.tenant.send('PUT', `/users/${email}/favorites/${talkId}`)).status).toBe(201)
  const surveyIds: string[] = []
  for (const anonymous of [false, true]) {
    site.tenant.api.clock.pass(1)
    const { id } = await put(site.tenant, `/surveys/ext:${anonymous}`, survey({ talkId, anonymous }))
    surveyIds.push(id)
    await site.tenant.send('POST', `/surveys/${id}/open`)
    const answers = { 'answers/0': '0', 'answers/1': ['0'], 'answers/2': '4', 'answers/3': 'Fine' }
    expect((await person.post(`/surveys/${id}/answers`, answers)).status).toBe(303)
  }
  await sendHeartbeat(person, talkId)
  site.tenant.api.clock.pass(60_000)
  await sendHeartbeat(person, talkId)
  const [id] = await waitUntil(
    async () => (await get(site.tenant, '/attendance')).items,
    (items) => items[0]?.live.seconds === 60,
  )
  expect(id).toBeDefined()
  return { site, talkId, person, surveyIds }
}

test('the files have everything, as the API returns it', async () => {
  const { site, talkId, person, surveyIds } = await createEvent()
  const admin = await signInAtSite(site, 'admin')
  const itemsOf = async (path: string) => (await get(site.tenant, path)).items
  const { id: userId } = person.account
  const responses = await Promise.all(
    surveyIds.map(async (surveyId) =>
      (await itemsOf(`/surveys/${surveyId}/responses`)).map((item: object) => ({ surveyId, ...item })),
    ),
  )
  const ledger = async (path: string) =>
    (await itemsOf(`/users/${userId}/${path}`)).map((item: object) => ({ userId, ...item }))
  const expected = {
    talks: await itemsOf('/talks'),
    sponsors: await itemsOf('/sponsors'),
    users: await itemsOf('/users'),
    messages: await itemsOf(`/talks/${talkId}/messages`),
    questions: await itemsOf(`/talks/${talkId}/questions`),
    surveys: await itemsOf('/surveys'),
    'survey-responses': responses.flat(),
    attendance: await itemsOf('/attendance'),
    points: await ledger('points'),
    credits: await ledger('credits'),
    favorites: await ledger('favorites'),
  }
  const page = (await admin.get(EXPORT)).text
  for (const kind of Object.keys(exportedKinds) as (keyof typeof expected)[]) {
    const path = `${EXPORT}/${kind}.ndjson`
    expect(page).toContain(`href="${path}"`)
    expect(expected[kind].length, kind).toBeGreaterThan(0)
    expect(await readFile(admin, path)).toEqual(expected[kind])
  }
  const { headers } = await admin.get(`${EXPORT}/questions.ndjson`)
  expect(headers['content-type']).toBe('application/x-ndjson')
  expect(headers['content-disposition']).toBe('attachment; filename="questions-2027-03-01.ndjson"')
})

test('anonymous questions and responses name nobody', async () => {
  const { site, person, surveyIds } = await createEvent()
  const admin = await signInAtSite(site, 'admin')
  const questions = await readFile(admin, `${EXPORT}/questions.ndjson`)
  expect(questions.map(({ text, author }) => [text, author?.id ?? null])).toEqual([
    ['Why?', null],
    ['How?', person.account.id],
  ])
  const responses = await readFile(admin, `${EXPORT}/survey-responses.ndjson`)
  const named = responses.map(({ surveyId, user, createdAt }) => [surveyId, user?.id ?? null, createdAt])
  expect(named).toEqual([
    [surveyIds[0], person.account.id, expect.any(String)],
    [surveyIds[1], null, null],
  ])
})

test('a file of several pages is complete and in order', async () => {
  const site = await createSite(server)
  const person = await signInAtSite(site)
  const { caller, api } = site.tenant
  const reasons = Array.from({ length: 1_001 }, (_, index) => `Round ${index}`)
  for (const reason of reasons) {
    api.clock.pass(1)
    const grant = { reference: person.account.id, body: { points: 1, reason } }
    await executeCommand(api.installation, caller, grantPointsCommand(grant))
  }
  const lines = await readFile(await signInAtSite(site, 'admin'), `${EXPORT}/points.ndjson`)
  expect(lines.map(({ reason }) => reason)).toEqual(reasons.toReversed())
  // The download of one's own data is complete, too.
  expect((await person.get('/account/export')).body.points).toHaveLength(reasons.length)
})

test.each(['a', 'ש'])('a file has all of a programme in the letter %s', async (letter) => {
  const site = await createSite(server)
  // The file has more than 64 KiB, and in Hebrew, fewer than 65,536 characters.
  for (let count = 0; count < 30; count += 1) {
    const details = letter.repeat(letter === 'a' ? 1_400 : 700)
    const { status } = await site.tenant.send('POST', '/talks', { body: talk({ details }) })
    expect(status).toBe(201)
  }
  const admin = await signInAtSite(site, 'admin')
  expect(await readFile(admin, `${EXPORT}/talks.ndjson`)).toHaveLength(30)
})

test('nothing of another platform is exported, and what is off is', async () => {
  const { site } = await createEvent()
  const other = await createSite(server)
  const admin = await signInAtSite(other, 'admin')
  for (const kind of Object.keys(exportedKinds)) {
    const lines = await readFile(admin, `${EXPORT}/${kind}.ndjson`)
    expect([kind, lines.length]).toEqual([kind, kind === 'users' ? 1 : 0])
  }
  const { features } = site.tenant.caller.platform.settings
  const off = Object.fromEntries(Object.keys(features).map((feature) => [feature, false]))
  await site.change({ features: off as typeof features, credits: { isOn: false, price: 1 } })
  const staff = await signInAtSite(site, 'admin')
  for (const kind of Object.keys(exportedKinds))
    expect([kind, (await readFile(staff, `${EXPORT}/${kind}.ndjson`)).length > 0]).toEqual([kind, true])
})

test('the page of a talk links to a file with its questions', async () => {
  const { site, talkId } = await createEvent()
  const other = await site.talk('Other')
  await post(site, `/talks/${other}/questions`, { label: 'Room 2', text: 'Elsewhere?' })
  const admin = await signInAtSite(site, 'admin')
  const path = `/backoffice/talks/${talkId}/questions.ndjson`
  expect((await admin.get(`/backoffice/talks/${talkId}`)).text).toContain(`href="${path}"`)
  expect(await readFile(admin, path)).toEqual((await get(site.tenant, `/talks/${talkId}/questions`)).items)
})

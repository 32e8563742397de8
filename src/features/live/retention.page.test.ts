// How long questions and responses to surveys are kept, and what their deletion leaves.
import { expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { readTable } from '../../../test/support/raw-store.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'
import { applyRetention } from '../platforms/retention-job.ts'

const server = useApi()
const DAY_MS = 24 * 3_600_000
const PAGE = '/backoffice/settings/retention'
const ANSWERS = { 'answers/0': '0', 'answers/1': ['0'], 'answers/2': '4', 'answers/3': 'Secret answer' }

/** Saves in the Back Office how many days things are kept. */
async function keep(site: Site, days: Record<string, string>) {
  const admin = await signInAtSite(site, 'admin')
  const fields = Object.entries({ attendance: '365', ...days }).map(([kind, value]) => [
    `retention/${kind}`,
    value,
  ])
  return admin.post(PAGE, Object.fromEntries(fields))
}

async function createTalk() {
  const site = await createSite(server)
  return { site, talkId: await site.talk('Talk') }
}
const passDays = async ({ tenant: { api } }: Site, days: number) => {
  api.clock.pass(days * DAY_MS)
  await applyRetention(api.installation)
}

async function ask(site: Site, talkId: string, text: string) {
  const answer = await site.tenant.send('POST', `/talks/${talkId}/questions`, {
    body: { label: 'Room 2', text },
  })
  expect(answer.status, answer.text).toBe(201)
}
const questionsOf = async (site: Site, talkId: string) =>
  (await get(site.tenant, `/talks/${talkId}/questions`)).items.map(({ text }: { text: string }) => text)

test('questions are kept until the settings of their platform say for how long, and then their texts are gone', async () => {
  const [{ site, talkId }, other] = [await createTalk(), await createTalk()]
  await ask(site, talkId, 'Old question')
  await ask(other.site, other.talkId, 'Kept question')
  await passDays(site, 400)
  await ask(site, talkId, 'New question')
  expect(await questionsOf(site, talkId)).toEqual(['Old question', 'New question'])
  expect((await keep(site, { questions: '30' })).status).toBe(303)
  await passDays(site, 29)
  expect(await questionsOf(site, talkId)).toEqual(['New question'])
  const { store } = site.tenant.api.installation
  const events = JSON.stringify(await readTable(store, 'events'))
  expect([events.includes('Old question'), events.includes('New question')]).toEqual([false, true])
  await passDays(site, 2)
  expect(await questionsOf(site, talkId)).toEqual([])
  expect(await questionsOf(other.site, other.talkId)).toEqual(['Kept question'])
})

async function createSurvey({ site, talkId }: Awaited<ReturnType<typeof createTalk>>, anonymous: boolean) {
  const { id } = await put(site.tenant, `/surveys/ext:${anonymous}`, survey({ talkId, anonymous }))
  await site.tenant.send('POST', `/surveys/${id}/open`)
  const person = await signInAtSite(site)
  expect((await person.post(`/surveys/${id}/answers`, ANSWERS)).status).toBe(303)
  return id
}

test.each([false, true])(
  'responses are deleted some days after a survey was closed, and its results stay (anonymous: %s)',
  async (anonymous) => {
    const created = await createTalk()
    const { site } = created
    const id = await createSurvey(created, anonymous)
    const other = await createTalk()
    const otherId = await createSurvey(other, anonymous)
    for (const [{ tenant }, survey] of [
      [site, id],
      [other.site, otherId],
    ] as const)
      await tenant.send('POST', `/surveys/${survey}/close`)
    const open = await put(site.tenant, '/surveys/ext:open', survey({ anonymous }))
    await site.tenant.send('POST', `/surveys/${open.id}/open`)
    expect((await (await signInAtSite(site)).post(`/surveys/${open.id}/answers`, ANSWERS)).status).toBe(303)
    const responsesTo = async ({ tenant }: Site, survey: string) =>
      (await get(tenant, `/surveys/${survey}/responses`)).items.length
    await keep(site, { surveys: '30' })
    await passDays(site, 29)
    expect(await responsesTo(site, id)).toBe(1)
    await passDays(site, 2)
    expect(await responsesTo(site, id)).toBe(0)
    expect((await get(site.tenant, `/surveys/${id}/results`)).responses).toBe(1)
    expect([await responsesTo(site, open.id), await responsesTo(other.site, otherId)]).toEqual([1, 1])
    const { store } = site.tenant.api.installation
    for (const table of ['survey_responses', 'survey_participations'])
      expect((await readTable(store, table)).filter(({ survey_id }) => survey_id === id)).toEqual([])
  },
)

test('the last message of a person is forgotten together with the messages', async () => {
  const { site, talkId } = await createTalk()
  const person = await signInAtSite(site)
  expect((await person.post(`/talks/${talkId}/messages`, { text: 'Forget me' })).status).toBe(303)
  await keep(site, { messages: '30' })
  const { store } = site.tenant.api.installation
  const lastTexts = async () => JSON.stringify(await readTable(store, 'chat_members'))
  await passDays(site, 29)
  expect(await lastTexts()).toContain('forget me')
  await passDays(site, 2)
  expect(await lastTexts()).not.toContain('forget me')
})

test('the page saves each number, explains it, and refuses numbers that are out of range', async () => {
  const { site } = await createTalk()
  expect((await keep(site, { questions: '0', surveys: '3651' })).status).toBe(422)
  expect((await keep(site, { questions: '90', surveys: '30' })).status).toBe(303)
  const admin = await signInAtSite(site, 'admin')
  const page = (await admin.get(PAGE)).text
  const daysOf = (kind: string) =>
    new RegExp(`name="retention/${kind}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? ''
  expect(['attendance', 'messages', 'questions', 'surveys'].map(daysOf)).toEqual(['365', '', '90', '30'])
  expect(page).toContain('From when the survey was closed.')
})

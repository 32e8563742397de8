// Surveys beside talks: answering, results, moderation, anonymity, and what streams deliver of them.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { survey } from '../../../../test/support/bodies.ts'
import { followTalks } from '../../../../test/support/live.ts'
import { get, put, useApi } from '../../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite, visibleText } from '../../../../test/support/sites.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { Visitor } from '../../../../test/support/visitors.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { text } from '../../../kernel/store/sql/columns.ts'
import { defineQuery, type Query } from '../../../kernel/store/sql/statements.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'
import { answerSurveyOperation } from '../answers/answers.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }
const ANSWERS = {
  'answers/0': '0',
  'answers/1': ['0', '2'],
  'answers/2': '4',
  'answers/3': 'Great <b>fun</b>',
}
type Fields = Record<string, string | string[]>

async function createSurvey(
  more: object = {},
  { isOpen = true, site: given }: { isOpen?: boolean; site?: Site } = {},
) {
  const site = given ?? (await createSite(server))
  const talkId = await site.talk('Talk')
  const { id } = await put(site.tenant, '/surveys/ext:s', survey({ talkId, ...more }))
  const send = (method: string, path: string) => site.tenant.send(method, `/surveys/${id}${path}`)
  if (isOpen) await send('POST', '/open')
  const follow = (visitor: Pick<Visitor, 'cookies'> = new Visitor(site.tenant.api), seq = 0) =>
    followTalks(site.tenant.api, `${talkId}:${seq}`, { host: site.host, cookies: visitor.cookies })
  const answer = (visitor: Visitor, fields: Fields = ANSWERS) =>
    visitor.post(`/surveys/${id}/answers`, fields, JSON_ONLY)
  return { site, talkId, id, send, follow, answer, path: `/surveys/${id}` }
}

const rowsOf = (table: 'survey_participations' | 'survey_responses') => {
  const query = defineQuery(
    `test.${table}`,
    { id: text() },
    ({ db }, p) => db.selectFrom(table).selectAll().where('survey_id', '=', p.id),
    (rows): Record<string, unknown>[] => rows,
  )
  return ({ tenant }: Site, id: string) =>
    tenant.api.installation.store.read(query({ id }) as Query<Record<string, unknown>[]>)
}
const participations = rowsOf('survey_participations')
const responses = rowsOf('survey_responses')

test('a person answers once, and then sees the results', async () => {
  const { site, id, talkId, answer } = await createSurvey()
  const person = await signInAtSite(site)
  expect((await person.get(`/talks/${talkId}`)).text).toContain('name="answers/0"')
  const { status, body } = await answer(person)
  expect(status).toBe(200)
  expect(body.items[0].html).toContain('Your answers are saved.')
  expect(body.items[0].html).toContain('survey-chart')
  const again = await answer(person)
  expect([again.status, again.body.code]).toEqual([409, 'survey_answered'])
  const page = (await person.get(`/talks/${talkId}`)).text
  expect(page).not.toContain('name="answers/0"')
  expect(visibleText(page)).toContain('Yes 1 · 100%')
  expect(await get(site.tenant, `/surveys/${id}/results`)).toEqual({
    id,
    state: 'open',
    responses: 1,
    questions: [
      {
        kind: 'single',
        text: 'Again?',
        answers: 1,
        values: [
          { value: 'Yes', count: 1 },
          { value: 'No', count: 0 },
        ],
        average: null,
      },
      {
        kind: 'multiple',
        text: 'What did you like?',
        answers: 1,
        values: [
          { value: 'Talk', count: 1 },
          { value: 'Food', count: 0 },
          { value: 'People', count: 1 },
        ],
        average: null,
      },
      {
        kind: 'scale',
        text: 'Pace?',
        answers: 1,
        values: ['1', '2', '3', '4', '5'].map((value) => ({ value, count: value === '4' ? 1 : 0 })),
        average: 4,
      },
      { kind: 'text', text: 'Anything else?', answers: 1, values: [], average: null },
    ],
  })
})

test('the API returns who answered what', async () => {
  const { site, id, answer } = await createSurvey()
  const person = await signInAtSite(site)
  await answer(person)
  const none = { choices: [], number: null, text: null }
  expect((await get(site.tenant, `/surveys/${id}/responses`)).items).toEqual([
    {
      id: expect.any(String),
      user: {
        id: person.account.id,
        email: person.account.email,
        firstName: 'Robin',
        lastName: expect.any(String),
        username: person.account.username,
      },
      answers: [
        { ...none, choices: ['Yes'] },
        { ...none, choices: ['Talk', 'People'] },
        { ...none, number: 4 },
        { ...none, text: 'Great <b>fun</b>' },
      ],
      createdAt: '2027-03-01T12:00:00.000Z',
      updatedAt: '2027-03-01T12:00:00.000Z',
    },
  ])
})

test('without a script, the form leads to the page of the survey, which shows problems', async () => {
  const { site, path } = await createSurvey()
  const person = await signInAtSite(site)
  const refused = await person.post(`${path}/answers`, { 'answers/3': 'Kept text' })
  expect(refused.status).toBe(422)
  expect(visibleText(refused.text)).toContain('Question 1 : is required')
  expect(refused.text).toContain('Kept text')
  const saved = await person.post(`${path}/answers`, ANSWERS)
  expect([saved.status, saved.headers.location]).toEqual([303, path])
})

test.each<[string, Fields]>([
  ['a required question without an answer', {}],
  ['a choice that does not exist', { 'answers/0': '2' }],
  ['two choices of one', { 'answers/0': ['0', '1'] }],
  ['a number outside the scale', { 'answers/0': '0', 'answers/2': '6' }],
  ['text for a choice', { 'answers/0': 'Yes' }],
  ['a text that is too long', { 'answers/0': '0', 'answers/3': 'x'.repeat(1001) }],
])('%s is refused and not counted', async (_name, fields) => {
  const { site, id, answer } = await createSurvey()
  const refused = await answer(await signInAtSite(site), fields)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toHaveLength(1)
  expect(await get(site.tenant, `/surveys/${id}/results`)).toMatchObject({ responses: 0 })
})

test('answers can be changed while an editable survey is open, and count once', async () => {
  const { site, id, answer, path, send } = await createSurvey({ editable: true })
  const person = await signInAtSite(site)
  await answer(person)
  expect((await person.get(path)).text).toMatch(/value="4" checked/)
  expect((await answer(person, { 'answers/0': '1' })).status).toBe(200)
  const { responses: count, questions } = await get(site.tenant, `/surveys/${id}/results`)
  expect(count).toBe(1)
  expect(questions[0].values.map((one: { count: number }) => one.count)).toEqual([0, 1])
  expect(questions[2]).toMatchObject({ answers: 0, average: null })
  await send('POST', '/close')
  expect((await answer(person, { 'answers/0': '0' })).body.code).toBe('survey_not_open')
})

test('many people at once are counted once each', async () => {
  const { site, id } = await createSurvey()
  const people = await Promise.all(Array.from({ length: 20 }, () => signInAtSite(site)))
  const { installation } = site.tenant.api
  const twice = [...people, ...people].map(({ account }) =>
    execute(
      installation,
      { ...site.tenant.caller, actor: { kind: 'user', id: account.id, level: 'standard' } },
      answerSurveyOperation,
      { surveyId: id, sent: [['0']], anonymousId: randomUUID() },
    ).then(
      () => true,
      () => false,
    ),
  )
  expect((await Promise.all(twice)).filter(Boolean)).toHaveLength(20)
  expect(await responses(site, id)).toHaveLength(20)
  const { questions, responses: count } = await get(site.tenant, `/surveys/${id}/results`)
  expect([count, questions[0].values[0].count]).toEqual([20, 20])
})

test('open pages get a survey when it opens, its results while people answer, and its end', async () => {
  const { site, talkId, id, send, follow, answer } = await createSurvey({}, { isOpen: false })
  const [first, second, moderator] = [
    await signInAtSite(site),
    await signInAtSite(site),
    await signInAtSite(site, 'admin'),
  ]
  const [visitor, own, staff] = [await follow(), await follow(first), await follow(moderator)]
  expect((await first.get(`/talks/${talkId}`)).text).not.toContain('How was it?')
  expect((await moderator.get(`/talks/${talkId}`)).text).toContain('How was it?')
  await send('POST', '/open')
  for (const stream of [visitor, own, staff])
    await stream.until(({ items }) => items.some(({ html }) => String(html).includes('How was it?')))
  expect(own.items.at(-1).html).toContain('name="answers/0"')
  await answer(first)
  const results = (stream: typeof own) => stream.items.filter(({ kind }) => kind === 'survey_results')
  await own.until((stream) => String(results(stream).at(-1)?.html).includes('1 · 100%'))
  await staff.until((stream) => String(results(stream).at(-1)?.html).includes('1 · 100%'))
  await answer(second, { 'answers/0': '1' })
  await own.until((stream) => String(results(stream).at(-1)?.html).includes('1 · 50%'))
  // Who has not answered does not see the results before the end.
  expect(results(visitor).map(({ html }) => html)).toEqual(results(visitor).map(() => null))
  await send('POST', '/close')
  await visitor.until(({ items }) => String(items.at(-1)?.html).includes('1 · 50%'))
  await send('DELETE', '')
  await visitor.until(({ items }) => items.at(-1).html === null)
  expect(id).toBeDefined()
  for (const stream of [visitor, own, staff]) stream.close()
})

test('results are visible after closing, or to moderators only, if the survey says so', async () => {
  const site = await createSite(server)
  const [person, moderator] = [await signInAtSite(site), await signInAtSite(site, 'owner')]
  const { answer, path, send, talkId } = await createSurvey({ results: 'after_closing' }, { site })
  expect((await answer(person)).body.items[0].html).not.toContain('survey-chart')
  expect((await person.get(path)).text).not.toContain('survey-chart')
  expect((await moderator.get(path)).text).toContain('survey-chart')
  await send('POST', '/close')
  expect((await person.get(path)).text).toContain('survey-chart')
  await put(site.tenant, path, { results: 'moderators' })
  expect((await person.get(path)).text).not.toContain('survey-chart')
  expect((await person.get(`/talks/${talkId}`)).text).not.toContain('How was it?')
  expect((await moderator.get(path)).text).toContain('survey-chart')
})

test('an anonymous survey keeps no link between a person and an answer', async () => {
  const { site, id, path, send, answer } = await createSurvey({ anonymous: true })
  const [person, other, moderator] = [
    await signInAtSite(site),
    await signInAtSite(site),
    await signInAtSite(site, 'admin'),
  ]
  await answer(person)
  expect((await answer(person)).body.code).toBe('survey_answered')
  await answer(other, { 'answers/0': '1' })
  expect((await participations(site, id)).map(({ user_id }) => user_id).sort()).toEqual(
    [person.account.id, other.account.id].sort(),
  )
  const stored = await responses(site, id)
  expect(stored).toHaveLength(2)
  for (const row of stored) {
    expect(row).toMatchObject({ user_id: null, created_at: null, updated_at: null })
    // Version 4: random, unlike version 7, which contains the time.
    expect(String(row.id)[14]).toBe('4')
  }
  const missing = visibleText((await moderator.get(`${path}/people`)).text)
  expect(missing).toContain(moderator.account.email.replace('@', '@ '))
  await send('POST', '/close')
  expect(await participations(site, id)).toEqual([])
  expect(visibleText((await moderator.get(`${path}/people`)).text)).toContain('no longer known')
  const everything = JSON.stringify([
    await get(site.tenant, `/surveys/${id}/responses`),
    (await moderator.get(`${path}/responses`)).text,
    (await moderator.get(`${path}/responses.csv`)).text,
    (await get(site.tenant, '/events?types=survey.*')).items,
  ])
  expect(everything).not.toContain(person.account.email)
  expect(everything).not.toContain(person.account.id)
  expect((await get(site.tenant, `/surveys/${id}/results`)).responses).toBe(2)
})

test('moderators see who has not answered, and download the responses', async () => {
  const { site, path, answer } = await createSurvey()
  const [person, other, moderator] = [
    await signInAtSite(site),
    await signInAtSite(site),
    await signInAtSite(site, 'admin'),
  ]
  await answer(person, { ...ANSWERS, 'answers/3': '=1+1' })
  const missing = visibleText((await moderator.get(`${path}/people`)).text).replaceAll('@ ', '@')
  expect(missing).toContain(other.account.email)
  expect(missing).not.toContain(person.account.email)
  const csv = (await moderator.get(`${path}/responses.csv`)).text.split('\r\n')
  expect(csv).toHaveLength(3)
  expect(csv[1]).toContain(`${person.account.email},2027-03-01T12:00:00+00:00,2027-03-01T12:00:00+00:00,Yes,`)
  expect(csv[1]).toContain(`"Talk; People",4,'=1+1`)
  expect(visibleText((await moderator.get(`${path}/responses`)).text)).toContain('Talk; People')
  for (const page of ['people', 'responses', 'responses.csv'])
    expect((await person.get(`${path}/${page}`)).status).toBe(403)
})

test.each([
  ['speaker', 200],
  ['attendee', 403],
] as const)(
  'a listed moderator with the role %s opens a survey and is answered with %i',
  async (role, status) => {
    const site = await createSite(server)
    const moderator = await signInAtSite(site, role, { firstName: 'Mo', lastName: 'Derator' })
    const { path, talkId } = await createSurvey({}, { isOpen: false, site })
    const { email } = moderator.account
    await put(site.tenant, `/talks/${talkId}`, {
      moderators: [{ email, firstName: 'Mo', lastName: 'Derator' }],
    })
    // A draft does not exist for others.
    expect((await (await signInAtSite(site)).get(path)).status).toBe(404)
    const answer = await moderator.post(`${path}/moderate`, { do: 'open' }, JSON_ONLY)
    expect(answer.status).toBe(role === 'attendee' ? 404 : status)
  },
)

test('only admins moderate a survey about the whole event, which is shown at all talks', async () => {
  const site = await createSite(server)
  const speaker = await signInAtSite(site, 'speaker')
  const { path, follow, talkId } = await createSurvey({ talkId: null }, { isOpen: false, site })
  const other = await site.talk('Later', { start: '2027-05-01T12:00:00Z' })
  const reader = await follow()
  expect((await speaker.post(`${path}/moderate`, { do: 'open' }, JSON_ONLY)).status).toBe(404)
  const admin = await signInAtSite(site, 'admin')
  expect((await admin.post(`${path}/moderate`, { do: 'open' }, JSON_ONLY)).status).toBe(200)
  await reader.until(({ items }) => items.some(({ html }) => String(html).includes('How was it?')))
  for (const id of [talkId, other]) expect((await speaker.get(`/talks/${id}`)).text).toContain('How was it?')
  reader.close()
})

test.each([
  ['talk_start', '2027-03-01T12:30:00Z', 30],
  ['talk_end', '2027-03-01T12:00:00Z', 60],
])('a survey opens by itself at %s', async (opens, start, minutes) => {
  const site = await createSite(server)
  const { clock } = site.tenant.api
  const { id, talkId } = await createSurvey({}, { isOpen: false, site })
  await put(site.tenant, `/talks/${talkId}`, { start, duration: 60 })
  await put(site.tenant, `/surveys/${id}`, { opens })
  const state = async () => (await get(site.tenant, `/surveys/${id}`)).state
  clock.pass((minutes - 1) * 60_000)
  expect(await state()).toBe('draft')
  clock.pass(60_000)
  await waitUntil(state, (one) => one === 'open')
  const { items } = await get(site.tenant, '/events?types=survey.opened')
  expect(items.map(({ actor }: { actor: object }) => actor)).toEqual([{ kind: 'system', id: null }])
  // Once closed, it stays closed.
  await site.tenant.send('POST', `/surveys/${id}/close`)
  expect(await state()).toBe('closed')
})

test.each([
  ['the talk', async (site: Site) => void (await site.talk('Talk', { features: { surveys: false } }))],
  [
    'the platform',
    async (site: Site) => {
      const { features } = site.tenant.caller.platform.settings
      await site.change({ features: { ...features, surveys: false } })
    },
  ],
])('surveys that are turned off for %s leave open pages and refuse answers', async (_name, turnOff) => {
  const { site, talkId, path, follow, answer } = await createSurvey()
  const person = await signInAtSite(site)
  const reader = await (await follow(undefined, 1)).until(({ stages }) => stages.length > 0)
  await turnOff(site)
  await reader.until(({ events }) => events.some(({ data }) => data.off?.includes('surveys')))
  expect((await answer(person)).body.code).toBe('feature_off')
  expect((await person.get(path)).status).toBe(409)
  expect((await person.get(`/talks/${talkId}`)).text).not.toContain('id="surveys"')
  reader.close()
})

test('only people with an account who may watch can answer', async () => {
  const { site, path, answer } = await createSurvey()
  const stranger = new Visitor(site.tenant.api, { host: site.host })
  expect((await answer(stranger)).status).toBe(303)
  expect((await stranger.get(path)).text).toContain('Sign in to answer')
  await site.change({ watching: 'accepted' })
  const waiting = await signInAtSite(site, 'attendee', { options: { endRegistration: false } } as never)
  expect((await answer(waiting)).body.code).toBe('watching_restricted')
})

test('once there is a response, the questions, the talk, and the anonymity are fixed', async () => {
  const { site, path, answer } = await createSurvey()
  await answer(await signInAtSite(site))
  const change = (body: object) => site.tenant.send('PUT', path, { body })
  const { questions } = survey()
  for (const body of [{ anonymous: true }, { talkId: null }, { questions: questions.slice(1) }])
    expect((await change(body)).body.code).toBe('survey_in_use')
  expect((await change({ title: 'How was it, really?', questions })).status).toBe(200)
})

test('a person exports the own answers; those of a deleted account stay without a name', async () => {
  const { site, id, path, answer } = await createSurvey()
  const [person, moderator] = [await signInAtSite(site), await signInAtSite(site, 'admin')]
  await answer(person)
  const data = JSON.parse((await person.get('/account/export')).text)
  expect(data.surveys).toMatchObject([
    {
      id,
      title: 'How was it?',
      anonymous: false,
      answers: [{ question: 'Again?', choices: ['Yes'] }, {}, {}, {}],
    },
  ])
  await site.tenant.send('DELETE', `/users/${person.account.id}`)
  expect(await participations(site, id)).toEqual([])
  expect((await get(site.tenant, `/surveys/${id}/responses`)).items).toMatchObject([{ user: null }])
  expect(visibleText((await moderator.get(`${path}/responses`)).text)).toContain('Deleted account')
})

test('texts of people are escaped', async () => {
  const { site, path, answer } = await createSurvey({ title: '<i>How</i>' })
  const moderator = await signInAtSite(site, 'admin')
  await answer(await signInAtSite(site))
  const page = (await moderator.get(`${path}/responses`)).text
  expect(page).toContain('Great &lt;b>fun&lt;/b>')
  expect(page).not.toContain('<i>How')
})

test('a survey gives points once: at once for a named answer, and at the end for an anonymous one', async () => {
  const site = await createSite(server)
  const person = await signInAtSite(site)
  const points = async () => (await get(site.tenant, `/users/${person.account.id}/points`)).items
  const named = await createSurvey({ editable: true }, { site })
  await named.answer(person)
  await named.answer(person)
  expect(await points()).toHaveLength(1)
  const { id } = await put(site.tenant, '/surveys/ext:a', survey({ anonymous: true }))
  await site.tenant.send('POST', `/surveys/${id}/open`)
  await named.answer(person)
  await person.post(`/surveys/${id}/answers`, ANSWERS, JSON_ONLY)
  expect(await points()).toHaveLength(1)
  await site.tenant.send('POST', `/surveys/${id}/close`)
  expect((await points()).map(({ kind }: { kind: string }) => kind)).toEqual(['survey', 'survey'])
})

test('open surveys about the whole event have a page, and a link to it in the navigation while there is one', async () => {
  const site = await createSite(server)
  const stranger = new Visitor(site.tenant.api, { host: site.host })
  const person = await signInAtSite(site)
  const send = (path: string) => site.tenant.send('POST', `/surveys/${path}`)
  const linked = async () => {
    const pages = [await stranger.get('/agenda'), await person.get('/agenda'), await person.get('/account')]
    return pages.map(({ text }) => text.includes('href="/surveys"'))
  }
  const { id } = await put(site.tenant, '/surveys/ext:whole', survey({ title: 'The <i>whole</i> event' }))
  await createSurvey({ title: 'About one talk' }, { site })
  expect(await linked()).toEqual([false, false, false])
  expect((await stranger.get('/surveys')).text).toContain('No survey is open.')
  await send(`${id}/open`)
  expect(await linked()).toEqual([true, true, true])
  const { text } = await stranger.get('/surveys')
  expect(text).toContain(`<a dir="auto" href="/surveys/${id}">The &lt;i>whole&lt;/i> event</a>`)
  expect(text).not.toContain('About one talk')
  expect(visibleText((await person.get('/surveys')).text)).not.toContain('Answered')
  await person.post(`/surveys/${id}/answers`, ANSWERS, JSON_ONLY)
  expect(visibleText((await person.get('/surveys')).text)).toContain('Answered')

  await site.change({ watching: 'signed_in' })
  expect(await linked()).toEqual([false, true, true])
  expect((await stranger.get('/surveys')).status).toBe(403)
  await site.change({ features: { ...defaultSettings.features, surveys: false } })
  expect(await linked()).toEqual([false, false, false])
  expect((await person.get('/surveys')).status).toBe(409)
  await site.change({ features: defaultSettings.features })
  await send(`${id}/close`)
  expect(await linked()).toEqual([false, false, false])
})

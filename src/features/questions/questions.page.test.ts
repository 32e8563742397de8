// Questions to the speakers of a talk on its page: asking, voting, anonymity, answers, duplicates, and what streams deliver.
import { expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { followTalks } from '../../../test/support/live.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, personNamed, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { sized } from '../../../test/support/sizes.ts'
import { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()
const VOTERS = sized({ quick: 40, small: 200 })
const JSON_ONLY = { headers: { accept: 'application/json' } }

async function createTalk(more: object = {}) {
  const site = await createSite(server)
  const id = await site.talk('Talk', more)
  const stranger = new Visitor(site.tenant.api, { host: site.host })
  const follow = (visitor: Pick<Visitor, 'cookies'> = stranger) =>
    followTalks(site.tenant.api, `${id}:0`, { host: site.host, cookies: visitor.cookies })
  const post = (visitor: Visitor, path: string, fields: Record<string, string> = {}) =>
    visitor.post(`/talks/${id}${path}`, fields, JSON_ONLY)
  const ask = async (visitor: Visitor, text = 'Why?', fields: Record<string, string> = {}) => {
    const { status, body } = await post(visitor, '/questions', { text, ...fields })
    expect([status, body.code]).toEqual([200, 'ok'])
    return String(body.id)
  }
  const moderate = (visitor: Visitor, question: string, state: string) =>
    post(visitor, `/questions/${question}/moderate`, { state })
  const vote = (visitor: Visitor, question: string) => post(visitor, '/votes', { vote: question })
  const read = (question: string) => get(site.tenant, `/talks/${id}/questions/${question}`)
  return { site, id, stranger, follow, post, ask, moderate, vote, read }
}

test('a question appears on the page and in open streams, and is escaped', async () => {
  const { site, id, stranger, follow, ask } = await createTalk()
  const reader = await follow()
  const question = await ask(await signInAtSite(site), '<img src=x onerror=alert(1)> "Why" & how?')
  await reader.until(({ items }) => items.length > 0)
  expect(reader.items).toMatchObject([{ kind: 'question', id: question }])
  const escaped = '&lt;img src=x onerror=alert(1)> &quot;Why&quot; &amp; how?'
  expect(reader.items[0].html).toContain(escaped)
  for (const path of ['', '/questions', `/questions/${question}`]) {
    const { status, text } = await stranger.get(`/talks/${id}${path}`)
    expect([path, status, text.includes(escaped), text.includes('<img src=x')]).toEqual([
      path,
      200,
      true,
      false,
    ])
  }
  reader.close()
})

test('without a script, forms lead back to the questions', async () => {
  const { site, id, ask } = await createTalk()
  const person = await signInAtSite(site)
  const asked = await person.post(`/talks/${id}/questions`, { text: 'Why?' })
  expect([asked.status, asked.headers.location]).toEqual([303, `/talks/${id}#questions`])
  const voted = await person.post(`/talks/${id}/votes`, { vote: await ask(person) })
  expect([voted.status, voted.headers.location]).toEqual([303, `/talks/${id}#questions`])
  expect((await person.get(`/talks/${id}`)).text).toContain('name="unvote"')
})

test('only people with an account can ask and vote', async () => {
  const { site, stranger, ask, id } = await createTalk()
  const question = await ask(await signInAtSite(site))
  for (const [path, fields] of [
    ['/questions', { text: 'Why?' }],
    ['/votes', { vote: question }],
  ] as const) {
    const { status, headers } = await stranger.post(`/talks/${id}${path}`, fields)
    expect([status, headers.location]).toEqual([303, expect.stringContaining('/sign-in')])
  }
})

test.each([
  ['', 422],
  [' \n ', 422],
  ['x'.repeat(301), 422],
  ['🙂'.repeat(300), 200],
])('a question of %j is answered with %i', async (text, status) => {
  const { site, post } = await createTalk()
  expect((await post(await signInAtSite(site), '/questions', { text })).status).toBe(status)
})

test('a person asks three questions a minute, and has at most ten unanswered ones', async () => {
  const { site, post, ask, moderate } = await createTalk()
  const { clock } = site.tenant.api
  const person = await signInAtSite(site)
  const questions = []
  for (const text of ['a', 'b', 'c']) questions.push(await ask(person, text))
  const refused = await post(person, '/questions', { text: 'd' })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  for (const text of ['d', 'e', 'f', 'g', 'h', 'i', 'j']) {
    clock.pass(60_000)
    await ask(person, text)
  }
  clock.pass(60_000)
  expect((await post(person, '/questions', { text: 'k' })).body.code).toBe('question_limit')
  await moderate(await signInAtSite(site, 'admin'), questions[0] ?? '', 'answered')
  await ask(person, 'k')
})

test(`${VOTERS} people who vote at once are counted once each`, async () => {
  const { site, id, follow, ask, vote, read, post } = await createTalk()
  const question = await ask(await signInAtSite(site))
  const people = []
  for (let batch = 0; batch < VOTERS / 20; batch += 1)
    people.push(...(await Promise.all(Array.from({ length: 20 }, () => signInAtSite(site)))))
  const reader = await follow()
  await reader.until(({ items }) => items.length === 1)
  // On a busy machine, PostgreSQL refuses requests that would wait long for a connection.
  const insist = async (person: Visitor) => {
    let answer = await vote(person, question)
    while (answer.status === 503) answer = await vote(person, question)
    return answer.status
  }
  const answers = await Promise.all([...people, ...people].map(insist))
  expect(answers).toEqual(answers.map(() => 200))
  expect((await read(question)).votes).toBe(VOTERS)
  await reader.until(({ items }) => items.at(-1).html.includes(`Vote: ${VOTERS} votes`))
  // The votes of a tick are delivered together.
  expect(reader.items.length).toBeLessThan(VOTERS)
  const [one] = people
  if (!one) throw new Error('Nobody signed in.')
  await post(one, '/votes', { unvote: question })
  await post(one, '/votes', { unvote: question })
  expect((await read(question)).votes).toBe(VOTERS - 1)
  expect((await get(site.tenant, `/talks/${id}/questions`)).items).toHaveLength(1)
  reader.close()
})

test('votes that arrive together succeed and fail on their own', async () => {
  const { site, ask, vote, moderate, post, read } = await createTalk()
  const author = await signInAtSite(site)
  const [question, closed, other] = [await ask(author), await ask(author, 'How?'), await ask(author, 'When?')]
  await moderate(await signInAtSite(site, 'admin'), closed, 'dismissed')
  const people = [await signInAtSite(site), await signInAtSite(site), await signInAtSite(site)]
  const answers = await Promise.all(
    people.flatMap((person) => [
      vote(person, question),
      vote(person, closed),
      vote(person, '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'),
      vote(person, 'none'),
      vote(person, question),
      vote(person, other),
    ]),
  )
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    people.flatMap(() => [
      [200, 'ok'],
      [409, 'question_closed'],
      [404, 'question_not_found'],
      [404, 'question_not_found'],
      [200, 'ok'],
      [200, 'ok'],
    ]),
  )
  await Promise.all(people.map((person) => post(person, '/votes', { unvote: other })))
  const votesOf = async (id: string) => (await read(id)).votes
  expect([await votesOf(question), await votesOf(closed), await votesOf(other)]).toEqual([3, 0, 0])
})

test('only open questions of the talk get votes', async () => {
  const { site, ask, vote, moderate } = await createTalk()
  const other = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const question = await ask(person)
  await moderate(admin, question, 'dismissed')
  expect((await vote(person, question)).body.code).toBe('question_closed')
  const foreign = await other.ask(await signInAtSite(other.site))
  expect((await vote(person, foreign)).body.code).toBe('question_not_found')
})

test('questions are sorted by votes or by time', async () => {
  const { site, id, stranger, ask, vote } = await createTalk()
  const [one, two] = [await signInAtSite(site), await signInAtSite(site)]
  const first = await ask(one, 'First')
  const second = await ask(one, 'Second')
  const third = await ask(one, 'Third')
  await vote(one, second)
  await vote(two, second)
  await vote(two, third)
  const orderOf = async (path: string) =>
    [...(await stranger.get(`/talks/${id}${path}`)).text.matchAll(/id="question-([^"]+)" class/g)].map(
      ([, found]) => found,
    )
  expect(await orderOf('')).toEqual([second, third, first])
  expect(await orderOf('/questions')).toEqual([second, third, first])
  expect(await orderOf('/questions?sort=newest')).toEqual([third, second, first])
})

test('a platform can review questions: the person and moderators see them before others', async () => {
  const { site, id, stranger, follow, ask, moderate } = await createTalk()
  await site.change({ questions: { areReviewed: true } })
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const readers = [await follow(), await follow(person), await follow(admin)]
  const [others, own, staff] = readers
  const question = await ask(person, 'May I?')
  await own?.until(({ items }) => items.at(-1)?.html?.includes('Waiting for approval'))
  await staff?.until(({ items }) => items.at(-1)?.html?.includes('Approve'))
  expect(others?.items.filter(({ html }) => html !== null)).toEqual([])
  expect((await stranger.get(`/talks/${id}`)).text).not.toContain('May I?')
  expect((await stranger.get(`/talks/${id}/questions/${question}`)).status).toBe(404)
  expect((await person.get(`/talks/${id}`)).text).toContain('May I?')
  expect((await moderate(person, question, 'open')).body.code).toBe('moderators_only')
  await moderate(admin, question, 'open')
  await others?.until(({ items }) => items.at(-1)?.html?.includes('May I?'))
  expect(await ask(admin, 'From the team')).toBeTruthy()
  await others?.until(({ items }) => items.at(-1)?.html?.includes('From the team'))
  for (const reader of readers) reader.close()
})

test('a dismissed question leaves open pages, and its author sees that', async () => {
  const { site, follow, ask, moderate } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const question = await ask(person)
  const [others, own] = [await follow(), await follow(person)]
  await moderate(admin, question, 'dismissed')
  await others.until(({ items }) => items.at(-1)?.html === null)
  await own.until(({ items }) => items.at(-1)?.html?.includes('Dismissed'))
  others.close()
  own.close()
})

test('the name behind an anonymous question is shown only to admins who ask for it, and each look is recorded', async () => {
  const { site, id, stranger, follow, ask, post, read } = await createTalk()
  const [admin, person] = [
    await signInAtSite(site, 'admin'),
    await signInAtSite(site, 'attendee', { firstName: 'Hidden', lastName: 'Figure' }),
  ]
  const readers = [await follow(), await follow(person), await follow(admin)]
  const question = await ask(person, 'Who, me?', { anonymous: 'yes' })
  for (const reader of readers) await reader.until(({ items }) => items.length > 0)
  const path = `/talks/${id}/questions/${question}`
  const shown = [
    ...readers.map(({ items }) => items[0].html),
    (await stranger.get(`/talks/${id}`)).text,
    (await admin.get(`/talks/${id}`)).text,
    (await admin.get(path)).text,
    (await admin.get('/backoffice/audit?kind=question')).text,
    JSON.stringify((await site.tenant.send('GET', '/events?types=question.*')).body),
    JSON.stringify(await read(question)),
  ]
  for (const text of shown)
    for (const name of ['Hidden', person.account.username]) expect(text).not.toContain(name)
  for (const text of [...shown.slice(0, 4), ...shown.slice(7)]) expect(text).not.toContain(person.account.id)
  expect(await read(question)).toMatchObject({ anonymous: true, author: null })
  expect((await post(person, `/questions/${question}/author`)).body.code).toBe('admins_only')
  const views = async () =>
    visibleText((await admin.get('/backoffice/audit?kind=question')).text).split('Author viewed Question')
      .length - 1
  expect(await views()).toBe(0)
  const revealed = await admin.post(`${path}/author`)
  expect(visibleText(revealed.text)).toContain('Asked by Hidden Figure.')
  expect(await views()).toBe(1)
  for (const reader of readers) reader.close()
})

test('speakers of the talk answer questions, but do not moderate them', async () => {
  const { site, id, ask, post, moderate, read } = await createTalk({ start: '2027-03-01T11:50:00Z' })
  const speaker = await signInAtSite(site, 'speaker', { firstName: 'Spe', lastName: 'Aker' })
  const other = await signInAtSite(site, 'speaker')
  await put(site.tenant, `/talks/${id}`, {
    speakers: [{ ...personNamed('Spe', 'Aker'), email: speaker.account.email }],
  })
  const person = await signInAtSite(site)
  const [one, two] = [await ask(person, 'One?'), await ask(person, 'Two?')]
  expect((await moderate(other, one, 'answered')).body.code).toBe('moderators_only')
  expect((await moderate(speaker, one, 'dismissed')).body.code).toBe('moderators_only')
  expect((await moderate(speaker, one, 'answered')).status).toBe(200)
  expect(await read(one)).toMatchObject({
    state: 'answered',
    answer: null,
    answeredAt: '2027-03-01T12:00:00.000Z',
    answeredAfter: 600,
  })
  expect((await speaker.get(`/talks/${id}`)).text).toContain('data-seek="600"')
  await post(speaker, `/questions/${two}/answer`, { answer: 'Because.\n\nReally.' })
  expect(await read(two)).toMatchObject({ state: 'answered', answer: 'Because.\n\nReally.' })
  expect((await speaker.get(`/talks/${id}/questions/${two}`)).text).toContain(
    '<p dir="auto">Because.</p><p dir="auto">Really.</p>',
  )
})

test('a question on stage is on the projector view until another one, an answer, or a deletion replaces it', async () => {
  const { site, id, stranger, follow, ask, moderate, read } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const [one, two] = [await ask(person, 'One?'), await ask(person, 'Two?')]
  const stage = async () => visibleText((await stranger.get(`/talks/${id}/stage`)).text)
  expect(await stage()).toContain('No question is on stage yet.')
  const reader = await follow()
  await moderate(admin, one, 'on_stage')
  expect(await stage()).toContain('One?')
  await reader.until(({ items }) => items.some(({ html }) => html?.includes('On stage')))
  await moderate(admin, two, 'on_stage')
  expect(await stage()).toContain('Two?')
  expect([(await read(one)).state, (await read(two)).state]).toEqual(['open', 'on_stage'])
  await moderate(admin, two, 'answered')
  expect(await stage()).toContain('No question is on stage yet.')
  await moderate(admin, one, 'on_stage')
  await site.tenant.send('DELETE', `/talks/${id}/questions/${one}`)
  expect(await stage()).toContain('No question is on stage yet.')
  await reader.until(({ items }) => items.some(({ id: item, html }) => item === one && html === null))
  reader.close()
})

test.each([
  ['after_answering', 'Nobody has answered yet.'],
  ['moderators', 'The results are not public yet.'],
])(
  'the projector view shows a survey on stage whose results have the visibility %s',
  async (results, shown) => {
    const { site, id, stranger } = await createTalk()
    const { id: surveyId } = await put(site.tenant, '/surveys/ext:s', survey({ talkId: id, results }))
    await site.tenant.send('POST', `/surveys/${surveyId}/open`)
    await put(site.tenant, `/talks/${id}/live`, { stage: { kind: 'survey', id: surveyId } })
    const { title } = await get(site.tenant, '/surveys/ext:s')
    for (const text of [title, shown])
      expect(visibleText((await stranger.get(`/talks/${id}/stage`)).text)).toContain(text)
  },
)

test('a moderator merges duplicates, and each person counts once', async () => {
  const { site, id, ask, vote, post, read, follow } = await createTalk()
  const admin = await signInAtSite(site, 'admin')
  const people = await Promise.all(Array.from({ length: 4 }, () => signInAtSite(site)))
  const [a, b, c, d] = people
  if (!a || !b || !c || !d) throw new Error('Nobody signed in.')
  const [kept, duplicate] = [await ask(a, 'Kept?'), await ask(b, 'Duplicate?')]
  for (const person of [a, b]) await vote(person, kept)
  for (const person of [b, c, d]) await vote(person, duplicate)
  const reader = await follow()
  expect((await post(a, `/questions/${duplicate}/merge`, { into: kept })).body.code).toBe('moderators_only')
  expect((await post(admin, `/questions/${duplicate}/merge`, { into: duplicate })).body.code).toBe(
    'question_closed',
  )
  expect((await post(admin, `/questions/${duplicate}/merge`, { into: kept })).status).toBe(200)
  expect([(await read(kept)).votes, (await read(duplicate)).mergedInto]).toEqual([4, kept])
  await reader.until(({ items }) => items.some(({ id: item, html }) => item === duplicate && html === null))
  // Who voted for the duplicate has voted for the question.
  await vote(d, kept)
  expect((await read(kept)).votes).toBe(4)
  expect((await a.get(`/talks/${id}/questions/${duplicate}`)).text).toContain(`/questions/${kept}"`)
  reader.close()
})

test('a moderator turns a chat message into a question of its author, once', async () => {
  const { site, id, post, read } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const { body } = await post(person, '/messages', { text: 'How does the drawer open?' })
  const path = `/messages/${body.id}/question`
  expect((await post(person, path, { text: 'x' })).body.code).toBe('moderators_only')
  expect((await admin.get(`/talks/${id}/messages/${body.id}`)).text).toContain('Turn into a question')
  const asked = await post(admin, path, { text: 'How does it open?' })
  const again = await post(admin, path, { text: 'Again?' })
  expect(again.body.id).toBe(asked.body.id)
  expect(await read(asked.body.id)).toMatchObject({
    text: 'How does it open?',
    author: { id: person.account.id },
  })
})

test('people withdraw their own questions until they are on stage', async () => {
  const { site, ask, post, moderate, follow } = await createTalk()
  const [admin, person, other] = [
    await signInAtSite(site, 'admin'),
    await signInAtSite(site),
    await signInAtSite(site),
  ]
  const [one, two] = [await ask(person, 'One?'), await ask(person, 'Two?', { anonymous: 'yes' })]
  const reader = await follow()
  expect((await post(other, `/questions/${two}/withdraw`)).body.code).toBe('moderators_only')
  await moderate(admin, one, 'on_stage')
  expect((await post(person, `/questions/${one}/withdraw`)).body.code).toBe('question_closed')
  expect((await post(person, `/questions/${two}/withdraw`)).status).toBe(200)
  await reader.until(({ items }) => items.some(({ id, html }) => id === two && html === null))
  const { body } = await site.tenant.send('GET', '/events?types=question.created')
  expect(body.items.map(({ actor }: { actor: object }) => actor)).toEqual([
    { kind: 'user', id: person.account.id },
    { kind: 'user', id: null },
  ])
  reader.close()
})

test('a muted person cannot ask', async () => {
  const { site, id, post } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  await admin.post(
    `/talks/${id}/people/${person.account.id}/moderate`,
    { do: 'mute', minutes: '10' },
    JSON_ONLY,
  )
  expect((await post(person, '/questions', { text: 'Why?' })).body.code).toBe('muted')
})

test.each([
  ['the talk', async (site: Site) => void (await site.talk('Talk', { features: { questions: false } }))],
  [
    'the platform',
    async (site: Site) => {
      const { features } = site.tenant.caller.platform.settings
      await site.change({ features: { ...features, questions: false } })
    },
  ],
])('questions that are turned off for %s leave open pages and refuse everything', async (_name, turnOff) => {
  const { site, id, stranger, follow, ask, post, vote } = await createTalk()
  const person = await signInAtSite(site)
  const question = await ask(person, 'Still here?')
  const reader = await (await follow()).until(({ stages }) => stages.length > 0)
  await reader.until(({ items }) => items.length === 1)
  await turnOff(site)
  await reader.until(({ events }) => events.some(({ data }) => data.off?.includes('questions')))
  expect((await post(person, '/questions', { text: 'Why?' })).body.code).toBe('feature_off')
  expect((await vote(person, question)).body.code).toBe('feature_off')
  expect((await stranger.get(`/talks/${id}`)).text).not.toContain('id="questions"')
  for (const path of ['/questions', `/questions/${question}`])
    expect([path, (await stranger.get(`/talks/${id}${path}`)).status]).toEqual([path, 409])
  reader.close()
})

test('questions are part of the data of a person, and stay without a name when the account is deleted', async () => {
  const { site, stranger, id, ask, vote, read } = await createTalk()
  const person = await signInAtSite(site)
  const question = await ask(person, 'I was here?', { anonymous: 'yes' })
  site.tenant.api.clock.pass(1)
  await ask(person, 'And here?')
  await vote(person, question)
  const data = (await person.get('/account/export')).body
  expect(data.questions).toMatchObject([
    { talk: id, text: 'I was here?', anonymous: true, state: 'open' },
    { talk: id, text: 'And here?', anonymous: false, state: 'open' },
  ])
  expect(data.questionVotes).toEqual([{ question, at: '2027-03-01T12:00:00.001Z' }])
  await site.tenant.send('DELETE', `/users/${person.account.id}`)
  const text = visibleText((await stranger.get(`/talks/${id}`)).text)
  for (const shown of ['I was here?', 'Anonymous', 'And here?', 'Deleted account'])
    expect(text).toContain(shown)
  expect((await read(question)).votes).toBe(1)
})

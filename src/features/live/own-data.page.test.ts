// What live talks store of a person: the export of all of it, and its deletion with the account.
import { expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { readTables } from '../../../test/support/raw-store.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { type Account, PASSWORD, type Visitor } from '../../../test/support/visitors.ts'

const server = useApi()
const VIDEO = { type: 'youtube', video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', duration: 30 }
const ANSWERS = { 'answers/0': '1', 'answers/1': ['0'], 'answers/2': '4', 'answers/3': 'My answer' }
const NOON = '2027-03-01T12:00:00.000Z'

/** Tables that reference a person who has taken part in everything. */
const LIVE_TABLES = [
  'attendances',
  'chat_members',
  'chat_messages',
  'chat_mutes',
  'chat_reactions',
  'chat_reports',
  'credits',
  'listed_viewers',
  'point_totals',
  'points',
  'question_votes',
  'questions',
  'survey_participations',
  'survey_responses',
]
/** What happened stays known: the audit log, and requests and deliveries until their retention ends. */
const HISTORY = ['events', 'idempotency_records', 'request_log', 'webhook_deliveries']

/** The tables with rows that contain a text. */
async function tablesWith({ tenant }: Site, text: string): Promise<string[]> {
  const tables = await readTables(tenant.api.installation.store)
  return Object.entries(tables)
    .filter(([name, rows]) => !HISTORY.includes(name) && JSON.stringify(rows).includes(text))
    .map(([name]) => name)
}

const submit = async (visitor: Visitor, path: string, fields: Record<string, string | string[]>) => {
  const answer = await visitor.post(path, fields)
  expect([path, answer.status]).toEqual([path, 303])
}

/** A talk in which a person has done everything that leaves data, and another person as well. */
async function createTraces() {
  const site = await createSite(server)
  await site.change({ credits: { isOn: true, price: 0 } })
  const talkId = await site.talk('Talk', VIDEO)
  const [person, other] = [await signInAtSite(site), await signInAtSite(site)]
  const admin = await signInAtSite(site, 'admin')
  const api = async (method: string, path: string, body?: object) => {
    const answer = await site.tenant.send(method, path, { body })
    expect(answer.body.code, answer.text).toBe('ok')
    return answer.body.id as string
  }
  const talk = `/talks/${talkId}`
  const said = await api('POST', `${talk}/messages`, { user: other.account.id, text: 'By the other' })
  const asked = await api('POST', `${talk}/questions`, { user: other.account.id, text: 'Other question' })
  const surveys: string[] = []
  for (const anonymous of [false, true]) {
    site.tenant.api.clock.pass(1)
    const body = survey({ title: anonymous ? 'Secret' : 'Open', talkId, anonymous })
    const { id } = await put(site.tenant, `/surveys/ext:${anonymous}`, body)
    await api('POST', `/surveys/${id}/open`)
    surveys.push(id)
  }
  site.tenant.api.clock.pass(-2)
  for (const visitor of [person, other]) {
    await submit(visitor, `${talk}/messages`, { text: `Said by ${visitor.account.username}` })
    await submit(visitor, `${talk}/reactions`, { reaction: `${said} 🎉` })
    await submit(visitor, `${talk}/messages/${said}/report`, { reason: 'Rude' })
    await submit(visitor, `${talk}/questions`, { text: `Asked by ${visitor.account.username}` })
    await submit(visitor, `${talk}/votes`, { vote: asked })
    for (const id of surveys) await submit(visitor, `/surveys/${id}/answers`, ANSWERS)
    await submit(visitor, '/account/privacy', { listed: 'on', ranked: 'on' })
    await api('POST', `/users/${visitor.account.id}/credits`, { kind: 'grant', amount: 3 })
    await submit(admin, `${talk}/people/${visitor.account.id}/moderate`, {
      do: 'mute',
      minutes: '10',
      reason: 'Too loud',
    })
    await sendHeartbeat(visitor, talkId)
  }
  site.tenant.api.clock.pass(60_000)
  for (const visitor of [person, other]) await sendHeartbeat(visitor, talkId)
  await waitUntil(
    () => get(site.tenant, '/attendance'),
    ({ items }) => items.length === 2,
  )
  return { site, talkId, talk, person, other, admin, said, asked, surveys }
}

test('the export has everything that a person did in live talks, and nothing that others did', async () => {
  const { talkId, person, other, said, asked, surveys } = await createTraces()
  const { text, body } = await person.get('/account/export')
  expect(body).toMatchObject({
    messages: [{ talkId, title: 'Talk', text: `Said by ${person.account.username}`, writtenAt: NOON }],
    reactions: [{ messageId: said, talkId, emoji: '🎉' }],
    reports: [{ messageId: said, talkId, reason: 'Rude', reportedAt: NOON }],
    mute: { until: '2027-03-01T12:10:00.000Z', reason: 'Too loud', mutedAt: NOON },
    isListedAsViewer: true,
    attendance: [{ talkId, live: { seconds: 60 }, replay: { seconds: 0 } }],
    questions: [{ talk: talkId, text: `Asked by ${person.account.username}` }],
    questionVotes: [{ question: asked, at: NOON }],
    credits: [{ kind: 'grant', amount: 3, balance: 3 }],
  })
  expect(body.surveys).toMatchObject([
    {
      id: surveys[0],
      title: 'Open',
      anonymous: false,
      answeredAt: NOON,
      answers: [
        { question: 'Again?', choices: ['No'] },
        { choices: ['Talk'] },
        { number: 4 },
        { text: 'My answer' },
      ],
    },
    { id: surveys[1], title: 'Secret', anonymous: true, answeredAt: null, answers: null },
  ])
  expect(body.points.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['question', 'survey'])
  for (const foreign of [other.account.id, other.account.username, 'By the other', 'Other question'])
    expect(text).not.toContain(foreign)
})

const remove: Record<string, (site: Site, visitor: Visitor & { account: Account }) => Promise<unknown>> = {
  'by the person': (_site, visitor) => submit(visitor, '/account/delete', { currentPassword: PASSWORD }),
  'with the API': async ({ tenant }, { account }) =>
    expect((await tenant.send('DELETE', `/users/${account.id}`)).status).toBe(200),
}

test.each(Object.keys(remove))(
  'an account that is deleted %s leaves nothing in live talks that leads to it',
  async (way) => {
    const { site, talk, person, other, said, asked, surveys } = await createTraces()
    const { id, username } = person.account
    const tables = await tablesWith(site, id)
    expect(tables.filter((name) => LIVE_TABLES.includes(name))).toEqual(LIVE_TABLES)
    await remove[way]?.(site, person)
    expect(await tablesWith(site, id)).toEqual([])
    // What the other person did is as it was.
    expect((await tablesWith(site, other.account.id)).filter((name) => LIVE_TABLES.includes(name))).toEqual(
      LIVE_TABLES,
    )
    const { items: messages } = await get(site.tenant, `${talk}/messages`)
    expect(messages).toMatchObject([
      { id: said, author: { id: other.account.id }, reactions: { '🎉': 2 }, reports: 2 },
      { text: `Said by ${username}`, author: null, label: null },
      { author: { id: other.account.id } },
    ])
    const { items: questions } = await get(site.tenant, `${talk}/questions`)
    const byText = new Map(questions.map((one: { text: string }) => [one.text, one]))
    expect(byText.get('Other question')).toMatchObject({ id: asked, votes: 2 })
    expect(byText.get(`Asked by ${username}`)).toMatchObject({ author: null })
    const page = visibleText((await site.open(talk)).text)
    expect(page).toContain(
      `Deleted account 12:00 Message from Deleted account: reply, react, or report Said by ${username}`,
    )
    expect(page).toContain(
      `Deleted account 12:00 Question from Deleted account: details Asked by ${username}`,
    )
    for (const survey of surveys) {
      const { items } = await get(site.tenant, `/surveys/${survey}/responses`)
      expect(items.map(({ user }: { user: object | null }) => user !== null).sort()).toEqual(
        survey === surveys[0] ? [false, true] : [false, false],
      )
    }
  },
)

test('a deleted moderator is no longer named in mutes, which stay', async () => {
  const { site, talk, admin, other } = await createTraces()
  const owner = await signInAtSite(site, 'owner')
  expect(await tablesWith(site, admin.account.id)).toContain('chat_mutes')
  await submit(admin, '/account/delete', { currentPassword: PASSWORD })
  expect(await tablesWith(site, admin.account.id)).toEqual([])
  const refused = await other.post(
    `${talk}/messages`,
    { text: 'Hello' },
    { headers: { accept: 'application/json' } },
  )
  expect([refused.status, refused.body.code]).toEqual([403, 'muted'])
  expect((await owner.get(`${talk}/moderation`)).text).toContain('Too loud')
})

// What webhooks and the change feed say of live talks.
import { expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { openWebhook } from '../../../test/support/webhooks.ts'

const server = useApi()
const VIDEO = { type: 'youtube', video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', duration: 5 }
const TYPES = [
  'attendance.completed',
  'credit.consumed',
  'message.reported',
  'question.answered',
  'question.created',
  'survey.closed',
  'survey.opened',
]
const WORDS = ['Words of the chat', 'Words of a report', 'Words of the question', 'Words of the answer']

test('webhooks and the feed name the object and the talk of what happens, and contain no texts', async () => {
  const site = await createSite(server)
  const { tenant } = site
  const send = async (method: string, path: string, body?: object) => {
    const answer = await tenant.send(method, path, { body })
    expect(answer.body.code, answer.text).toBe('ok')
    return answer.body.id as string
  }
  await site.change({ credits: { isOn: true, price: 1 } })
  const talkId = await site.talk('Talk', VIDEO)
  const talk = `/talks/${talkId}`
  const person = await signInAtSite(site)
  const { id: userId } = person.account
  await using hook = await openWebhook(tenant, { types: TYPES })
  await send('POST', `/users/${userId}/credits`, { kind: 'grant', amount: 3 })
  await send('POST', `/users/${userId}/credits`, { kind: 'debit', talk: talkId, mode: 'live' })
  const messageId = await send('POST', `${talk}/messages`, { label: 'Bridge', text: WORDS[0] })
  expect((await person.post(`${talk}/messages/${messageId}/report`, { reason: WORDS[1] ?? '' })).status).toBe(
    303,
  )
  const questionId = await send('POST', `${talk}/questions`, { label: 'Room 2', text: WORDS[2] })
  await send('PUT', `${talk}/questions/${questionId}`, { answer: WORDS[3] })
  const { id: surveyId } = await put(tenant, '/surveys/ext:s', survey({ talkId }))
  const { id: wholeId } = await put(tenant, '/surveys/ext:whole', survey())
  await send('POST', `/surveys/${surveyId}/open`)
  await send('POST', `/surveys/${surveyId}/close`)
  await send('POST', `/surveys/${wholeId}/open`)
  await sendHeartbeat(person, talkId)
  tenant.api.clock.pass(60_000)
  await sendHeartbeat(person, talkId)
  const { items: attendance } = await waitUntil(
    () => get(tenant, '/attendance'),
    ({ items }) => items[0]?.live.seconds === 60,
  )
  tenant.api.clock.pass(10 * 60_000)
  const expected = [
    ['attendance.completed', 'attendance', attendance[0].id, talkId],
    ['credit.consumed', 'user', userId, talkId],
    ['message.reported', 'message', messageId, talkId],
    ['question.answered', 'question', questionId, talkId],
    ['question.created', 'question', questionId, talkId],
    ['survey.closed', 'survey', surveyId, talkId],
    ['survey.opened', 'survey', surveyId, talkId],
    ['survey.opened', 'survey', wholeId, null],
  ]
  const sorted = (rows: (string | null)[][]) =>
    rows.toSorted((a, b) => (`${a[0]} ${a[3]}` < `${b[0]} ${b[3]}` ? -1 : 1))
  const payloads = (await hook.endpoint.waitForCount(expected.length)).map(({ payload }) => payload)
  expect(sorted(payloads.map(({ type, data }) => [type, data.kind, data.id, data.talkId]))).toEqual(
    sorted(expected),
  )
  const { items } = await get(tenant, `/events?types=${TYPES.join(',')}`)
  // biome-ignore lint/suspicious/noExplicitAny: tests read items of every shape.
  const fed = items.map(({ type, object, talkId: of }: any) => [type, object.kind, object.id, of])
  expect(sorted(fed)).toEqual(sorted(expected))
  for (const text of [...WORDS, 'Bridge', 'Room 2'])
    expect(JSON.stringify([payloads, items])).not.toContain(text)
})

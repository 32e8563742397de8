// Viewers who return to a talk after they have missed something, and streams that are slow, many, or hostile.
import { once } from 'node:events'
import { createServer, get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { JoblessClock } from '../../../../test/support/api.ts'
import { type EventStream, followTalks } from '../../../../test/support/live.ts'
import {
  chat,
  formatNames,
  formats,
  LONG,
  lastSeq,
  reaches,
  type Talk,
} from '../../../../test/support/returning.ts'
import { get, put, useApi } from '../../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../../test/support/sites.ts'
import { sized } from '../../../../test/support/sizes.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { Visitor } from '../../../../test/support/visitors.ts'
import { hooks } from '../../../kernel/changes/features.ts'
import { fragmentRenderers } from '../page-fragments.tsx'
import { jsonRenderer } from './json-renderer.ts'
import { LiveHub } from './live-hub.ts'
import { LiveStream } from './live-stream.ts'
import type { Renderer } from './renderers.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }

async function createTalk() {
  const site = await createSite(server)
  const id = await site.talk('Talk')
  return { site, id }
}

/** Everything that the stream has received of the chat, and how often each message. */
const received = (stream: EventStream): string => JSON.stringify(stream.events)
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/[">]m(\d+)\./g)].map(([, number]) => Number(number))

test.each(formatNames)('a viewer in %s returns however much was missed', async (format) => {
  const talk = await createTalk()
  const total = sized({ quick: 1_200, small: 5_000 })
  await chat(talk, total, LONG)
  const last = await lastSeq(talk)
  for (const missed of [40, 100, 400, 1_000, total]) {
    const stream = await (await formats[format](talk, last - missed)).until(reaches(last))
    // A page that missed more has the latest messages, and a link to the earlier ones.
    const isAll = missed <= (format === 'JSON' ? 1_000 : 50)
    const expected = isAll ? missed : 50
    expect(numbersIn(received(stream)), `${missed} missed`).toEqual(
      Array.from({ length: expected }, (_none, index) => total - expected + index),
    )
    const reset = stream.events.find(({ name }) => name === 'reset')
    // A client that loses the connection right after the snapshot continues with what is not in it.
    expect(reset?.id.split(':')[1]).toBe(reset && String(reset.data.seq))
    expect(stream.isClosed).toBe(false)
    stream.close()
  }
})

test.each(formatNames)(
  'a snapshot of more than 256 KB arrives in %s, and the chat goes on',
  async (format) => {
    const talk = await createTalk()
    const { tenant } = talk.site
    await chat(talk, 50, LONG)
    const options = Array.from({ length: 20 }, (_none, index) => `${index}${LONG.slice(0, 190)}`)
    const questions = Array.from({ length: 10 }, (_none, index) => ({
      kind: 'single',
      text: `Q${index}`,
      options,
    }))
    for (const externalId of ['a', 'b', 'c', 'd']) {
      const body = { talkId: talk.id, title: 'Which one?', questions }
      expect((await tenant.send('PUT', `/surveys/ext:${externalId}`, { body })).body.code).toBe('ok')
      await tenant.send('POST', `/surveys/ext:${externalId}/open`)
    }
    const stream = await (await formats[format](talk, 10 ** 9)).until(({ events }) => events.length > 0)
    expect(stream.events[0]?.name).toBe('reset')
    expect(received(stream).length).toBeGreaterThan(256 * 1024)
    await chat(talk, 1, 'after')
    await stream.until((one) => one.items.length > 0)
    expect(stream.isClosed).toBe(false)
    stream.close()
  },
)

test('a snapshot has what only its reader sees: own votes, held and removed messages, pending questions, answered surveys', async () => {
  const talk = await createTalk()
  const { site, id } = talk
  await site.change({ questions: { ...site.tenant.caller.platform.settings.questions, areReviewed: false } })
  const [moderator, person, other] = [
    await signInAtSite(site, 'admin'),
    await signInAtSite(site),
    await signInAtSite(site),
  ]
  const send = async (path: string, fields: Record<string, string>, by: Visitor = person) =>
    (await by.post(`/talks/${id}/${path}`, fields, JSON_ONLY)).body
  const question = await send('questions', { text: 'Why?' }, other)
  await send('votes', { vote: question.id })
  const removed = await send('messages', { text: 'Rude' })
  await send(`messages/${removed.id}/moderate`, { do: 'remove', reason: 'Be kind' }, moderator)
  const opened = { talkId: id, title: 'How was it?', questions: [{ kind: 'text', text: 'Anything?' }] }
  await put(site.tenant, '/surveys/ext:s', opened)
  await site.tenant.send('POST', '/surveys/ext:s/open')
  const { id: surveyId } = await get(site.tenant, '/surveys/ext:s')
  await person.post(`/surveys/${surveyId}/answers`, { 'answers/0': 'No' }, JSON_ONLY)
  await send('moderation', { chatMode: 'approval', slowSeconds: '0' }, moderator)
  await send('messages', { text: 'Waiting' })
  await site.change({ questions: { ...site.tenant.caller.platform.settings.questions, areReviewed: true } })
  await send('questions', { text: 'Own pending question' })
  const follow = (visitor: Pick<Visitor, 'cookies'>) =>
    followTalks(site.tenant.api, `${id}:999`, { host: site.host, cookies: visitor.cookies })
  const own = await (await follow(person)).until(({ events }) => events.length > 0)
  const others = await (await follow(other)).until(({ events }) => events.length > 0)
  const data: { own: { voted: string[]; items: { html: string }[] } } = own.events[0]?.data
  expect(data.own.voted).toEqual([question.id])
  const html = data.own.items.map((item) => item.html).join('')
  for (const text of ['Be kind', 'Waiting', 'Own pending question', 'Your answers are saved'])
    expect(html).toContain(text)
  for (const text of ['Rude', 'Be kind', 'Waiting', 'Own pending question', 'Your answers are saved'])
    expect(received(others)).not.toContain(text)
  own.close()
  others.close()
})

test('the author of a removed message still sees it and the reason after a reload', async () => {
  const { site, id } = await createTalk()
  const [moderator, author] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const { body } = await author.post(`/talks/${id}/messages`, { text: 'Rude' }, JSON_ONLY)
  await moderator.post(
    `/talks/${id}/messages/${body.id}/moderate`,
    { do: 'remove', reason: 'Be kind' },
    JSON_ONLY,
  )
  const { text } = await author.get(`/talks/${id}`)
  expect(text).toContain('Rude')
  expect(text).toContain('Be kind')
  for (const reader of [moderator, new Visitor(site.tenant.api, { host: site.host })])
    expect((await reader.get(`/talks/${id}`)).text).not.toContain('Rude')
})

test('a session has at most ten streams: a new one ends the oldest', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  const follow = () => followTalks(site.tenant.api, `${id}:0`, { host: site.host, cookies: person.cookies })
  const streams: EventStream[] = []
  for (let count = 0; count < 12; count += 1)
    streams.push(await (await follow()).until(({ stages }) => stages.length > 0))
  await waitUntil(
    async () => streams.filter(({ isClosed }) => isClosed).length,
    (count) => count === 2,
  )
  expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, true, ...Array(10).fill(false)])
  for (const stream of streams) stream.close()
})

/** A hub of its own, which counts what is rendered, and streams that it serves. */
async function startHub({ site, id }: Talk) {
  const { installation } = site.tenant.api
  const counts = { items: 0, snapshots: 0 }
  const counted = (renderer: Renderer): Renderer => ({
    ...renderer,
    item(...args) {
      counts.items += 1
      return renderer.item(...args)
    },
    snapshot(...args) {
      counts.snapshots += 1
      return renderer.snapshot(...args)
    },
  })
  const html = fragmentRenderers(installation)
  const errors: unknown[] = []
  const hub = new LiveHub({
    // Nothing repeats: neither polls nor the checks of clients that do not read.
    services: { store: installation.store, clock: new JoblessClock() },
    renderers: {
      ...html,
      'html-en': counted(html['html-en']),
      json: jsonRenderer(installation),
    },
    parts: hooks.of('stream'),
    onError: (error) => errors.push(error),
  })
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    await hub.close()
    http.closeAllConnections()
    http.close()
    expect(errors).toEqual([])
  })
  return {
    hub,
    counts,
    /** Opens a stream for a visitor at an address. */
    async open(seq: number | undefined, client = '192.0.2.1') {
      const request = httpGet({ port: (http.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
      const [, response] = (await once(http, 'request')) as [IncomingMessage, ServerResponse]
      response.removeHeader('transfer-encoding')
      const options = { format: 'html-en', recipient: { user: null }, client, isCompressed: false } as const
      const stream = new LiveStream(response, options)
      response.on('close', () => hub.leave(stream))
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      const reader = { text: '', isClosed: false, answer }
      answer.setEncoding('utf8').on('data', (text: string) => {
        reader.text += text
      })
      answer.on('close', () => {
        reader.isClosed = true
      })
      answer.on('error', () => {})
      await hub.open(
        stream,
        site.tenant.caller.platform.id,
        new Map([[id, seq === undefined ? undefined : { seq }]]),
      )
      return reader
    },
  }
}

test('viewers who return from the same place share one rendering', async () => {
  const talk = await createTalk()
  await chat(talk, 60)
  const { open, counts } = await startHub(talk)
  const first = await open(20)
  await waitUntil(
    async () => numbersIn(first.text).length,
    (count) => count === 40,
  )
  const { items } = counts
  for (let viewer = 0; viewer < 20; viewer += 1) {
    const one = await open(20)
    await waitUntil(
      async () => numbersIn(one.text).length,
      (count) => count === 40,
    )
  }
  expect([counts.items, counts.snapshots]).toEqual([items, 0])
})

test('visitors of one address who return from ever other places get the shared snapshot, and others do not', async () => {
  const talk = await createTalk()
  await chat(talk, 50)
  const { open, counts, hub } = await startHub(talk)
  const stay = await open(undefined)
  const returnFrom = async (seq: number, client?: string) => {
    const last = await lastSeq(talk)
    const one = await open(seq, client)
    await waitUntil(async () => one.text.includes(`id: ${talk.id}:${last}:`), Boolean)
    return one.text.includes('event: reset')
  }
  const areReset: boolean[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const last = await lastSeq(talk)
    await waitUntil(async () => stay.text.includes(`id: ${talk.id}:${last}:`), Boolean)
    for (let missed = 1; missed <= 40; missed += 1) areReset.push(await returnFrom(last - missed))
    await chat(talk, 1)
    hub.wake()
  }
  expect(areReset).toEqual(Array.from({ length: 160 }, (_none, index) => index >= 120))
  expect(counts.snapshots).toBeLessThan(10)
  expect(await returnFrom((await lastSeq(talk)) - 45, '192.0.2.2')).toBe(false)
})

test('a client that reads slowly is not disconnected, and catches up', async () => {
  const talk = await createTalk()
  const { open, hub } = await startHub(talk)
  const slow = await open(undefined)
  const fast = await open(undefined)
  await waitUntil(async () => slow.text.includes('event: reset'), Boolean)
  slow.answer.pause()
  let last = 0
  // More than the buffers of a connection hold.
  for (let round = 0; round < 12; round += 1) {
    await chat(talk, 500, LONG)
    hub.wake()
    last = await lastSeq(talk)
    await waitUntil(async () => fast.text.includes(`id: ${talk.id}:${last}:`), Boolean)
    fast.text = ''
  }
  slow.answer.resume()
  await waitUntil(async () => slow.text.includes(`id: ${talk.id}:${last}:`), Boolean)
  expect(numbersIn(slow.text).at(-1)).toBe(499)
  expect(slow.isClosed).toBe(false)
})

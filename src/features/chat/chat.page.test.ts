// The chat of a talk: writing, limits, review, moderation, and what streams deliver of it.
import { expect, test } from 'vitest'
import { EventStream, followTalks } from '../../../test/support/live.ts'
import { recordReads } from '../../../test/support/reads.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import { StoreUnavailable } from '../../kernel/store/store.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }

async function createTalk(more: object = {}) {
  const site = await createSite(server)
  const id = await site.talk('Talk', more)
  const follow = (visitor: Pick<Visitor, 'cookies'> = new Visitor(site.tenant.api), seq = 0, talk = id) =>
    followTalks(site.tenant.api, `${talk}:${seq}`, { host: site.host, cookies: visitor.cookies })
  const write = (visitor: Visitor, text: string, fields: Record<string, string> = {}) =>
    visitor.post(`/talks/${id}/messages`, { text, ...fields }, JSON_ONLY)
  return { site, id, follow, write }
}
const textsOf = ({ items }: EventStream) =>
  items.map(({ html }) => (html === null ? null : /chat-text">([^<]*)/.exec(html)?.[1]))

// The first test, because nobody may have followed changes before.
test('changes are followed although the store was unavailable when the first stream opened', async () => {
  const { site, follow } = await createTalk()
  const { store } = site.tenant.api.installation
  const { highWaterMark } = store
  store.highWaterMark = () => Promise.reject(new StoreUnavailable('The store is away.'))
  const first = await follow()
  await waitUntil(async () => first.isClosed, Boolean)
  store.highWaterMark = highWaterMark
  const second = await (await follow()).until(({ stages }) => stages.length > 0)
  await site.talk('Talk', { features: { chat: false } })
  await second.until(({ events }) => events.some(({ data }) => data.off?.includes('chat')))
  second.close()
})

test('a message appears on the page and in open streams, and is escaped', async () => {
  const { site, id, follow, write } = await createTalk()
  const reader = await follow()
  const author = await signInAtSite(site)
  expect((await write(author, '<b>Hello</b> & https://example.org/a')).status).toBe(200)
  await reader.until(({ items }) => items.length > 0)
  expect(reader.items[0].html).toContain('&lt;b>Hello&lt;/b> &amp; <a href="https://example.org/a"')
  expect((await author.get(`/talks/${id}`)).text).toContain('&lt;b>Hello&lt;/b>')
  expect(visibleText((await author.get(`/talks/${id}`)).text)).toContain('Robin Sample')
  reader.close()
})

test('without a script, a form leads back to the chat', async () => {
  const { site, id } = await createTalk()
  const author = await signInAtSite(site)
  const answer = await author.post(`/talks/${id}/messages`, { text: 'Hello' })
  expect([answer.status, answer.headers.location]).toEqual([303, `/talks/${id}#chat`])
})

test('a stream resumes after the last event without gaps and without repeats', async () => {
  const { site, follow, write, id } = await createTalk()
  const author = await signInAtSite(site, 'admin')
  await write(author, 'One')
  await write(author, 'Two')
  const first = await (await follow()).until(({ items }) => items.length === 2)
  first.close()
  await write(author, 'Three')
  const [talk, seq] = first.position.split(':')
  expect(talk).toBe(id)
  const second = await (await follow(undefined, Number(seq))).until(({ items }) => items.length > 0)
  expect(textsOf(second)).toEqual(['Three'])
  second.close()
})

test('a client that is too far behind starts over with a snapshot', async () => {
  const { site, follow, write } = await createTalk()
  const author = await signInAtSite(site, 'admin')
  await write(author, 'One')
  const reader = await (await follow(undefined, 99)).until(({ events }) => events.length > 0)
  expect(reader.events[0]?.name).toBe('reset')
  expect(reader.events[0]?.data.snapshot).toContain('One')
  reader.close()
})

test('one stream carries several talks, with a position in each', async () => {
  const { site, id, write } = await createTalk()
  const other = await site.talk('Other')
  const author = await signInAtSite(site, 'admin')
  const stream = await followTalks(site.tenant.api, `${id}:0,${other}:0`, { host: site.host })
  await write(author, 'Here')
  await author.post(`/talks/${other}/messages`, { text: 'There' }, JSON_ONLY)
  await stream.until(({ items }) => items.length === 2)
  expect(stream.reached).toEqual([`${id}:1`, `${other}:1`].sort())
  const resumed = await followTalks(site.tenant.api, `${id}:0,${other}:0`, {
    host: site.host,
    headers: { 'last-event-id': `${id}:1,${other}:0` },
  })
  await resumed.until(({ items }) => items.length === 1)
  expect(textsOf(resumed)).toEqual(['There'])
  stream.close()
  resumed.close()
})

test('only people with an account can write', async () => {
  const { site, id } = await createTalk()
  const answer = await new Visitor(site.tenant.api, { host: site.host }).post(`/talks/${id}/messages`, {
    text: 'Hello',
  })
  expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining('/sign-in')])
})

test.each([
  ['', 422],
  ['x'.repeat(501), 422],
  ['🙂'.repeat(500), 200],
  [' \n ', 422],
])('a message of %j is answered with %i', async (text, status) => {
  const { site, write } = await createTalk()
  expect((await write(await signInAtSite(site), text)).status).toBe(status)
})

test('after five messages at once, a person has to wait', async () => {
  const { site, write } = await createTalk()
  const { clock } = site.tenant.api
  const author = await signInAtSite(site)
  for (const text of ['a', 'b', 'c', 'd', 'e']) expect((await write(author, text)).status).toBe(200)
  const refused = await write(author, 'f')
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
  clock.pass(2000)
  expect((await write(author, 'f')).status).toBe(200)
  expect((await write(author, 'g')).status).toBe(429)
})

test('more than 50 messages in a second begin a slow mode that ends by itself', async () => {
  const { site, write, follow } = await createTalk()
  const people = await Promise.all(Array.from({ length: 13 }, () => signInAtSite(site)))
  const reader = await follow()
  for (const person of people) for (const text of ['a', 'b', 'c', 'd']) await write(person, text)
  await reader.until(({ items }) => items.some(({ kind }) => kind === 'talk'))
  expect(reader.items.find(({ kind }) => kind === 'talk').html).toContain('one message every 5 seconds')
  const [person] = people
  if (!person) throw new Error('Nobody signed in.')
  expect((await write(person, 'e')).status).toBe(429)
  site.tenant.api.clock.pass(30_000)
  expect((await write(person, 'e')).status).toBe(200)
  reader.close()
})

test('a moderator sets slow mode, approval, and a pause', async () => {
  const { site, id, write } = await createTalk()
  const [moderator, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const set = (chatMode: string, slowSeconds = 0) =>
    moderator.post(`/talks/${id}/moderation`, { chatMode, slowSeconds: String(slowSeconds) }, JSON_ONLY)
  expect((await set('open', 30)).status).toBe(200)
  expect((await write(person, 'a')).status).toBe(200)
  expect((await write(person, 'b')).headers['retry-after']).toBe('30')
  await set('approval')
  expect((await write(person, 'c')).body.state).toBe('held')
  await set('paused')
  expect((await write(person, 'd')).body.code).toBe('chat_paused')
  expect((await write(moderator, 'We continue in a minute.')).status).toBe(200)
  expect((await person.post(`/talks/${id}/moderation`, { chatMode: 'open' }, JSON_ONLY)).body.code).toBe(
    'moderators_only',
  )
})

test.each([
  ['Buy at spam.example.com', { holdsLinks: true }, 'held'],
  ['See https://example.org', { holdsLinks: true }, 'held'],
  ['No link, e.g. this one', { holdsLinks: true }, 'visible'],
  ['Dárn it', { heldWords: ['darn'] }, 'held'],
  ['A darning needle', { heldWords: ['darn'] }, 'visible'],
])('%j is %s with %j', async (text, chat, state) => {
  const { site, write } = await createTalk()
  await site.change({ chat: { isPaused: false, holdsLinks: false, heldWords: [], ...chat } })
  expect((await write(await signInAtSite(site), text)).body.state).toBe(state)
})

test('a repeated message is held; its author and moderators see it, others when it is approved', async () => {
  const { site, id, follow, write } = await createTalk()
  const [moderator, author] = [await signInAtSite(site, 'owner'), await signInAtSite(site)]
  const readers = [await follow(), await follow(author), await follow(moderator)]
  await write(author, 'Look here')
  const { body } = await write(author, 'look HERE!')
  expect(body.state).toBe('held')
  const [others, own, staff] = readers
  await own?.until(({ items }) => items.length === 2)
  await staff?.until(({ items }) => items.length === 2)
  expect(others?.items.filter(({ html }) => html !== null)).toHaveLength(1)
  await moderator.post(`/talks/${id}/messages/${body.id}/moderate`, { do: 'approve' }, JSON_ONLY)
  await others?.until((stream) => textsOf(stream).includes('look HERE!'))
  for (const reader of readers) reader.close()
})

test('the dashboard says how many messages of which talk wait for a review, until they are decided', async () => {
  const { site, id, write } = await createTalk()
  const [moderator, author] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const toReview = async () => {
    const { text } = await moderator.get('/backoffice')
    return [...text.matchAll(/<a href="([^"]*\/moderation)">(.*?)<\/a>/gs)].map(([, href, link = '']) => [
      href,
      visibleText(link).trim(),
    ])
  }
  expect(await toReview()).toEqual([])
  await moderator.post(`/talks/${id}/moderation`, { chatMode: 'approval', slowSeconds: '0' }, JSON_ONLY)
  const { body } = await write(author, 'Hello')
  await write(author, 'Hello again')
  const path = `/talks/${id}/moderation`
  expect(await toReview()).toEqual([[path, '2 chat messages to review: Talk']])
  await moderator.post(`/talks/${id}/messages/${body.id}/moderate`, { do: 'approve' }, JSON_ONLY)
  expect(await toReview()).toEqual([[path, '1 chat message to review: Talk']])
})

test('a removed message leaves all open pages, and its author learns why', async () => {
  const { site, id, follow, write } = await createTalk()
  const [moderator, author] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const [others, own] = [await follow(), await follow(author)]
  const { body } = await write(author, 'Rude')
  await others.until(({ items }) => items.length === 1)
  const path = `/talks/${id}/messages/${body.id}/moderate`
  expect((await author.post(path, { do: 'remove' }, JSON_ONLY)).status).toBe(403)
  await moderator.post(path, { do: 'remove', reason: 'Be kind' }, JSON_ONLY)
  await others.until(({ items }) => items.at(-1).html === null)
  await own.until(({ items }) => String(items.at(-1).html).includes('Be kind'))
  expect((await new Visitor(site.tenant.api, { host: site.host }).get(`/talks/${id}`)).text).not.toContain(
    'Rude',
  )
  others.close()
  own.close()
})

test('a muted person reads, but does not write, until the mute ends', async () => {
  const { site, id, write } = await createTalk()
  const [moderator, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const act = (fields: Record<string, string>) =>
    moderator.post(`/talks/${id}/people/${person.account.id}/moderate`, fields, JSON_ONLY)
  expect((await act({ do: 'mute', minutes: '10' })).status).toBe(200)
  expect((await write(person, 'a')).body.code).toBe('muted')
  site.tenant.api.clock.pass(10 * 60_000)
  expect((await write(person, 'a')).status).toBe(200)
  await act({ do: 'mute', minutes: 'event' })
  expect((await write(person, 'b')).body.code).toBe('muted')
  await act({ do: 'unmute' })
  expect((await write(person, 'b')).status).toBe(200)
})

test('everything by one person is removed at once', async () => {
  const { site, id, follow, write } = await createTalk()
  const [moderator, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const reader = await follow()
  for (const text of ['a', 'b', 'c']) await write(person, text)
  await reader.until(({ items }) => items.length === 3)
  await moderator.post(`/talks/${id}/people/${person.account.id}/moderate`, { do: 'clear' }, JSON_ONLY)
  await reader.until(({ items }) => items.filter(({ html }) => html === null).length === 3)
  reader.close()
})

test.each([
  ['speaker', 200],
  ['attendee', 403],
] as const)('a listed moderator with the role %s is answered with %i', async (role, status) => {
  const site = await createSite(server)
  const moderator = await signInAtSite(site, role, { firstName: 'Mo', lastName: 'Derator' })
  const id = await site.talk('Talk', {
    moderators: [{ email: moderator.account.email, firstName: 'Mo', lastName: 'Derator' }],
  })
  const answer = await moderator.post(
    `/talks/${id}/moderation`,
    { chatMode: 'open', slowSeconds: '5' },
    JSON_ONLY,
  )
  expect(answer.status).toBe(status)
})

test('a pinned message stands above the chat, and one button pauses all chats', async () => {
  const { site, id, follow, write } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  const reader = await follow()
  const { body } = await write(person, 'Slides are online')
  await admin.post(`/talks/${id}/messages/${body.id}/moderate`, { do: 'pin' }, JSON_ONLY)
  await reader.until(({ items }) => items.some(({ html }) => String(html).includes('chat-pinned')))
  await admin.post(`/talks/${id}/moderation/all`, { pause: 'yes' }, JSON_ONLY)
  await reader.until(({ items }) => String(items.at(-1)?.html).includes('The chat is paused.'))
  expect((await write(person, 'a')).body.code).toBe('chat_paused')
  reader.close()
})

test('people react once with each emoji, and take it back', async () => {
  const { site, id, follow, write } = await createTalk()
  const [author, one, two] = [await signInAtSite(site), await signInAtSite(site), await signInAtSite(site)]
  const reader = await follow()
  const { body } = await write(author, 'Hello')
  const react = (person: Visitor, more: Record<string, string> = {}) =>
    person.post(`/talks/${id}/reactions`, { reaction: `${body.id} 👏`, ...more }, JSON_ONLY)
  await react(one)
  await react(one)
  await react(two)
  await reader.until(({ items }) => String(items.at(-1)?.html).includes('👏 2'))
  await react(one, { off: 'yes' })
  await reader.until(({ items }) => String(items.at(-1)?.html).includes('👏 1'))
  expect((await one.post(`/talks/${id}/reactions`, { reaction: `${body.id} 💣` }, JSON_ONLY)).status).toBe(
    422,
  )
  reader.close()
})

test('a report reaches the moderators and other systems once per person', async () => {
  const { site, id, write } = await createTalk()
  const [moderator, author, reader] = [
    await signInAtSite(site, 'admin'),
    await signInAtSite(site),
    await signInAtSite(site),
  ]
  const { body } = await write(author, 'Rude')
  const path = `/talks/${id}/messages/${body.id}/report`
  await reader.post(path, { reason: 'Insult' }, JSON_ONLY)
  await reader.post(path, {}, JSON_ONLY)
  expect(visibleText((await moderator.get(`/talks/${id}/moderation`)).text)).toContain('Reported once')
  const { body: feed } = await site.tenant.send('GET', '/events?types=message.*')
  expect(feed.items).toMatchObject([{ type: 'message.reported', object: { kind: 'message', id: body.id } }])
})

test.each([
  ['the talk', async (site: Site) => void (await site.talk('Talk', { features: { chat: false } }))],
  [
    'the platform',
    async (site: Site) => {
      const { features } = site.tenant.caller.platform.settings
      await site.change({ features: { ...features, chat: false } })
    },
  ],
])('a chat that is turned off for %s leaves open pages and refuses messages', async (_name, turnOff) => {
  const { site, id, follow, write } = await createTalk()
  const person = await signInAtSite(site)
  await write(person, 'Hello')
  // It has read the talk when it sends the stage.
  const reader = await (await follow(undefined, 1)).until(({ stages }) => stages.length > 0)
  await turnOff(site)
  await reader.until(({ events }) => events.some(({ data }) => data.off?.includes('chat')))
  expect((await write(person, 'b')).body.code).toBe('feature_off')
  expect((await person.get(`/talks/${id}`)).text).not.toContain('id="chat"')
  reader.close()
})

test('when a chat is turned on, it is read once for all visitors, and once for all people with an account', async () => {
  const { site, follow, write } = await createTalk()
  const people = [await signInAtSite(site), await signInAtSite(site)]
  await write(people[0] as Visitor, 'Hello')
  await site.talk('Talk', { features: { chat: false } })
  const streams = [
    await follow(),
    await follow(),
    await follow(),
    ...(await Promise.all(people.map((one) => follow(one)))),
  ]
  const snapshots = ({ events }: EventStream) => events.filter(({ name }) => name === 'reset').length
  for (const stream of streams) await stream.until(({ stages }) => stages.length > 0)
  const reads = await recordReads(site.tenant.api.installation.store, async () => {
    await site.talk('Talk', { features: { chat: true } })
    for (const stream of streams) await stream.until(() => snapshots(stream) === 1)
  })
  expect(reads.filter((name) => name === 'chat_messages.latest').length).toBe(2)
  for (const { events } of streams)
    expect(events.findLast(({ name }) => name === 'reset')?.data.snapshot).toContain('Hello')
  for (const stream of streams) stream.close()
})

test('a page that was loaded before the chat was turned off starts over when its stream opens', async () => {
  const { site, id } = await createTalk()
  const visitor = new Visitor(site.tenant.api, { host: site.host })
  const [, position] = /data-position="([^"]+)"/.exec((await visitor.get(`/talks/${id}`)).text) ?? []
  await site.talk('Talk', { features: { chat: false } })
  const stream = await followTalks(site.tenant.api, `${id}:${position}`, { host: site.host })
  await stream.until(({ events }) => events.some(({ name }) => name === 'reset'))
  stream.close()
})

test.each(['chat', 'watching'])(
  'a stream that resumes after a change of the %s starts over',
  async (changed) => {
    const { site, follow } = await createTalk()
    const first = await (await follow()).until(({ position }) => position !== '')
    first.close()
    if (changed === 'chat') await site.talk('Talk', { features: { chat: false } })
    else await site.change({ watching: 'accepted' })
    const second = await followTalks(site.tenant.api, first.position, { host: site.host })
    const expected = changed === 'chat' ? 'reset' : 'closed'
    await second.until(({ events }) => events.some(({ name }) => name === expected))
    second.close()
  },
)

test('a stream that resumes without such a change does not start over', async () => {
  const { site, follow } = await createTalk()
  const first = await (await follow()).until(({ position }) => position !== '')
  first.close()
  const second = await followTalks(site.tenant.api, first.position, { host: site.host })
  const author = await signInAtSite(site)
  await author.post(`/talks/${first.position.split(':')[0]}/messages`, { text: 'Hello' }, JSON_ONLY)
  await second.until(({ items }) => items.length > 0)
  expect(second.events.map(({ name }) => name).filter((name) => name !== 'viewers')).toEqual(['change'])
  second.close()
})

test('who may not watch sees nothing of a chat', async () => {
  const { site, id } = await createTalk()
  await site.change({ watching: 'accepted' })
  const waiting = await signInAtSite(site, 'attendee', { options: { endRegistration: false } } as never)
  expect((await new Visitor(site.tenant.api, { host: site.host }).get(`/talks/${id}`)).text).not.toContain(
    'id="live"',
  )
  expect((await waiting.post(`/talks/${id}/messages`, { text: 'a' }, JSON_ONLY)).body.code).toBe(
    'watching_restricted',
  )
})

test('messages of a deleted account stay without its name', async () => {
  const { site, id, write } = await createTalk()
  const author = await signInAtSite(site)
  await write(author, 'I was here')
  await site.tenant.send('DELETE', `/users/${author.account.id}`)
  const { text } = await new Visitor(site.tenant.api, { host: site.host }).get(`/talks/${id}`)
  expect(visibleText(text)).toContain('I was here')
  expect(visibleText(text)).toContain('Deleted account')
})

test('the stream of a session that has ended is closed', async () => {
  const { site, follow } = await createTalk()
  const person = await signInAtSite(site)
  const [own, others] = [await follow(person), await follow()]
  await person.post('/sign-out')
  await waitUntil(async () => own.isClosed, Boolean)
  expect(others.isClosed).toBe(false)
  others.close()
})

test('streams of pages are compressed for browsers that accept it, those of API clients are not', async () => {
  const encodingWith = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const stream = await followTalks(site.tenant.api, `${id}:0`, { host: site.host, headers })
    stream.close()
    return stream.encoding
  }
  const { site, id } = await createTalk()
  const api = new EventStream(site.tenant.api.url, `/api/external/v1/live/stream?talks=${id}`, {
    headers: { authorization: `Bearer ${site.tenant.standard}`, 'accept-encoding': 'gzip' },
  })
  expect(await api.status).toBe(200)
  api.close()

  expect(await encodingWith('gzip, deflate, br')).toBe('gzip')
  expect(await encodingWith('identity')).toBeUndefined()
  expect(api.encoding).toBeUndefined()
})

test('links in messages follow the rules of descriptions', async () => {
  const { site, id, write } = await createTalk({
    description: 'See https://en.wikipedia.org/wiki/Foo_(bar), (http://example.org/a_b_c).',
  })
  const author = await signInAtSite(site, 'admin')
  await write(
    author,
    'See https://en.wikipedia.org/wiki/Foo_(bar), (http://example.org/a_b_c). @robin ftp://x.example',
  )
  const page = (await author.get(`/talks/${id}`)).text
  const linksIn = (html = '') =>
    [...html.replaceAll('<wbr/>', '').matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
      ([, ...link]) => link,
    )
  const expected = ['https://en.wikipedia.org/wiki/Foo_(bar)', 'http://example.org/a_b_c'].map((url) => [
    url,
    url,
  ])
  expect(linksIn(/chat-text">(.*?)<\/p>/s.exec(page)?.[1])).toEqual(expected)
  expect(linksIn(/<div class="prose">(.*?)<\/div>/s.exec(page)?.[1])).toEqual(expected)
  expect(page).toContain('<b class="mention">@robin</b> ftp://x.example</p>')
})

test('an address in a message breaks after its parts, not in words or in its scheme', async () => {
  const { site, id, write } = await createTalk()
  const author = await signInAtSite(site, 'admin')
  const shown = async (address: string) => {
    await write(author, `See ${address}`)
    const { text } = await author.get(`/talks/${id}`)
    const links = [...text.matchAll(/<a href="([^"]*)" rel="nofollow noopener ugc"[^>]*>(.*?)<\/a>/g)]
    return links.at(-1)?.[2]?.replaceAll('<wbr/>', '|')
  }
  expect(await shown('https://en.example.org/wiki/Foo_(bar)?a=1&b=two-three')).toBe(
    'https://en.|example.|org/|wiki/|Foo_|(bar)?|a=|1&amp;|b=|two-|three',
  )
  expect(await shown('https://localhost')).toBe('https://localhost')
})

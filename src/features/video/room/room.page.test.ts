// Who may go on stage and watch, without a browser: answers to offers, and what ends a session.
import { expect, test } from 'vitest'
import { codeOf, createRoomTalk, publish, watch } from '../../../../test/support/room-visits.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'

const server = useApi({ settings: { roomAddress: null } })
const createTalk = (more: object = {}) => createRoomTalk(server, more)

test('speakers and moderators go on stage, and nobody else does', async () => {
  const { site, id, speaker } = await createTalk()
  const answer = await publish(speaker, id)
  expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/sdp'])
  expect(answer.text).toContain('a=ice-lite')
  expect((await publish(await signInAtSite(site, 'admin'), id)).status).toBe(201)
  expect(await codeOf(publish(await signInAtSite(site), id))).toEqual([403, 'speakers_only'])
  expect((await publish(site.visitor, id)).status).toBe(303)
})

test('anyone who may watch the talk gets an answer, and others do not', async () => {
  const { site, id } = await createTalk()
  expect((await watch(site.visitor, id)).status).toBe(201)
  await site.change({ watching: 'signed_in' })
  expect(await codeOf(watch(site.visitor, id))).toEqual([403, 'watching_restricted'])
  const person = await signInAtSite(site)
  expect((await watch(person, id)).status).toBe(201)
  await site.change({ credits: { isOn: true, price: 2 } })
  expect(await codeOf(watch(person, id))).toEqual([403, 'watching_restricted'])
  expect(await codeOf(watch(await signInAtSite(site, 'admin'), id, 'no offer'))).toEqual([
    422,
    'invalid_data',
  ])
})

test('a talk has a room only while it is live, and only with built-in rooms', async () => {
  const { site, id, speaker } = await createTalk()
  await site.change({ roomAddress: 'https://meet.example.org/{id}' })
  expect(await codeOf(publish(speaker, id))).toEqual([409, 'talk_not_open'])
  await site.change({ roomAddress: null })
  site.tenant.api.clock.pass(60 * 60_000)
  expect(await codeOf(publish(speaker, id))).toEqual([409, 'talk_not_open'])
  expect(await codeOf(watch(site.visitor, id))).toEqual([409, 'talk_not_open'])
})

test.each(['signs out', 'loses the right', 'sees the talk end', 'sees the talk become a draft'] as const)(
  'somebody who %s is cut off',
  async (what) => {
    const { site, id } = await createTalk()
    await site.change({ watching: 'signed_in' })
    const person = await signInAtSite(site)
    const { headers } = await watch(person, id)
    // Its response ends with the session.
    const events = person.get(`${headers.location}/events`)
    await expect.poll(async () => (await person.get(`/talks/${id}`)).status).toBe(200)
    if (what === 'signs out') await person.post('/sign-out')
    else if (what === 'sees the talk end') site.tenant.api.clock.pass(60 * 60_000)
    else {
      const state = what === 'loses the right' ? 'cancelled' : 'draft'
      await site.tenant.send('PUT', '/talks/ext:Live', { body: { state } })
    }
    expect((await events).text).toContain('"people":[]')
    expect((await person.get(`${headers.location}/events`)).status).toBe(404)
  },
)

test('visitors of one address do not take all places from people with an account, in several rooms either', async () => {
  const { site, id } = await createTalk()
  const other = await site.talk('Other', { type: 'embedded' })
  let answer = await codeOf(watch(site.visitor, id))
  for (let joins = 1; joins < 150 && answer[0] === 201; joins += 1)
    answer = await codeOf(watch(site.visitor, id))
  expect(answer).toEqual([409, 'room_full'])
  expect(await codeOf(watch(site.visitor, other))).toEqual([409, 'room_full'])
  expect((await watch(await signInAtSite(site), id)).status).toBe(201)
})

test('a person has two connections on stage, and six that watch', async () => {
  const { site, id, speaker } = await createTalk()
  const tooMany = [429, 'too_many_requests']
  for (let device = 0; device < 2; device += 1) expect((await publish(speaker, id)).status).toBe(201)
  expect(await codeOf(publish(speaker, id))).toEqual(tooMany)
  const person = await signInAtSite(site)
  for (let page = 0; page < 6; page += 1) expect((await watch(person, id)).status).toBe(201)
  expect(await codeOf(watch(person, id))).toEqual(tooMany)
})

test('the page of a viewer says what it shows, and no other can', async () => {
  const { site, id, speaker } = await createTalk()
  const resize = async (location: unknown, shown: Record<string, string>) =>
    (await site.visitor.post(String(location), shown, { method: 'PUT' })).status
  const { headers } = await watch(site.visitor, id)
  for (const shown of [{ width: '640' }, { width: '640', tiles: '4', tileWidth: '160' }, { tiles: '8' }])
    expect(await resize(headers.location, shown)).toBe(204)
  for (const width of ['', '0', '-1', '1.5', 'wide'])
    expect(await resize(headers.location, { width })).toBe(400)
  for (const more of [{ tiles: '9' }, { tiles: '-1' }, { tiles: '1.5' }, { tileWidth: 'wide' }])
    expect(await resize(headers.location, { width: '640', ...more })).toBe(400)
  for (const location of [(await publish(speaker, id)).headers.location, `/talks/${id}/room/sessions/none`])
    expect(await resize(location, { width: '640' })).toBe(404)
})

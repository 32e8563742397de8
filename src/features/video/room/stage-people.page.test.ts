// Who comes on stage, and what moderators do there, without a browser.
import { expect, test, vi } from 'vitest'
import {
  codeOf,
  createRoomTalk,
  follow,
  moderate,
  publish,
  raiseHand,
  watch,
} from '../../../../test/support/room-visits.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'
import type { Page, Visitor } from '../../../../test/support/visitors.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import { GREEN_ROOM_MS, HANDS_PER_MINUTE } from '../limits.ts'

const server = useApi({ settings: { roomAddress: null } })
const createTalk = (more: object = {}) => createRoomTalk(server, more)

const MINUTE_MS = 60_000
const soon = (clock: { now(): number }, ms = GREEN_ROOM_MS) => ({
  start: new Date(clock.now() + ms).toISOString(),
})

const REFUSED = {
  speakersOnly: [403, 'speakers_only'],
  removed: [403, 'removed_from_stage'],
  locked: [403, 'stage_locked'],
  notOpen: [409, 'talk_not_open'],
  moderatorsOnly: [403, 'moderators_only'],
  restricted: [403, 'watching_restricted'],
}

/** Follows a session until it is left or ended. Returns a function that waits for the end and returns its states. */
async function openEvents(who: Visitor, { headers }: Page) {
  const events = who.get(`${headers.location}/events`)
  // Once another request is answered, the server has seen this one.
  await who.get('/')
  return {
    async end() {
      const { text } = await events
      const states = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, state = '']) => JSON.parse(state))
      return { states, last: states.at(-1), text }
    },
    isOpen: async () => await Promise.race([events.then(() => false), who.get('/').then(() => true)]),
  }
}

test('an attendee raises a hand, is invited, and is on stage until the invitation is withdrawn', async () => {
  const { site, id } = await createTalk()
  const [person, admin] = [
    await signInAtSite(site, 'attendee', { firstName: 'Kim' }),
    await signInAtSite(site, 'admin'),
  ]
  expect(await codeOf(publish(person, id))).toEqual(REFUSED.speakersOnly)
  expect(await codeOf(follow(person, id))).toEqual(REFUSED.speakersOnly)
  expect((await raiseHand(person, id)).status).toBe(200)
  expect(await codeOf(publish(person, id))).toEqual(REFUSED.speakersOnly)
  const { id: userId } = person.account
  expect((await moderate(admin, id, 'invite', userId)).status).toBe(200)
  const joined = await publish(person, id)
  expect(joined.status).toBe(201)
  const events = await openEvents(person, joined)
  expect((await moderate(admin, id, 'withdraw', userId)).status).toBe(200)
  await events.end()
  expect(await codeOf(publish(person, id))).toEqual(REFUSED.speakersOnly)
  // A second invitation needs a second hand.
  expect(await codeOf(moderate(admin, id, 'invite', userId))).toEqual([404, 'user_not_found'])
})

test('moderators see raised hands in their order and with names, and others do not', async () => {
  const { site, id, speaker, clock } = await createTalk()
  const admin = await signInAtSite(site, 'admin')
  const people: Awaited<ReturnType<typeof signInAtSite>>[] = []
  for (const firstName of ['Kim', 'Ari', 'Bo']) {
    const person = await signInAtSite(site, 'attendee', { firstName, lastName: 'Sample' })
    await raiseHand(person, id)
    clock.pass(1_000)
    people.push(person)
  }
  const [kim = admin, ari = admin] = people
  await raiseHand(kim, id, '')
  await raiseHand(kim, id)
  const sessions = [await follow(admin, id), await follow(speaker, id), await watch(ari, id)]
  const followers = [admin, speaker, ari].map((who, index) => openEvents(who, sessions[index] as Page))
  const [ofAdmin, ofSpeaker, ofAri] = await Promise.all(followers)
  await moderate(admin, id, 'dismiss', people[1]?.account.id)
  await site.tenant.send('PUT', '/talks/ext:Live', { body: { state: 'cancelled' } })
  const [seen, bySpeaker, byAri] = await Promise.all([ofAdmin?.end(), ofSpeaker?.end(), ofAri?.end()])
  const names = seen?.states.map(({ hands }) => hands.map(({ name }: { name: string }) => name))
  expect(names?.[0]).toEqual(['Ari Sample', 'Bo Sample', 'Kim Sample'])
  expect(names).toContainEqual(['Bo Sample', 'Kim Sample'])
  expect(bySpeaker?.text).not.toContain('hands')
  expect(byAri?.text).not.toMatch(/hands|Kim|Bo/)
  expect(byAri?.states[0]).toMatchObject({ isHandRaised: true, isInvited: false })
  expect(byAri?.last).toMatchObject({ isHandRaised: false })
})

test('people who may go on stage know that the talk is recorded before they do, and viewers need not', async () => {
  const { site, id, speaker } = await createTalk()
  await site.change({ recordsTalks: true })
  const sessions = [await follow(speaker, id), await publish(speaker, id), await watch(site.visitor, id)]
  const followers = sessions.map((session, index) =>
    openEvents(index < 2 ? speaker : site.visitor, session as Page),
  )
  const opened = await Promise.all(followers)
  await site.tenant.send('PUT', '/talks/ext:Live', { body: { state: 'cancelled' } })
  const seen = await Promise.all(opened.map(async (events) => (await events.end()).states[0].isRecorded))
  expect(seen).toEqual([true, true, undefined])
})

test('a hand is refused for people who may not take part or need none, and for talks that are not live', async () => {
  const { site, id, speaker, clock } = await createTalk()
  const person = await signInAtSite(site)
  expect((await raiseHand(site.visitor, id)).status).toBe(303)
  const waiting = await signInAtSite(site, 'attendee', { options: { endRegistration: false } })
  expect(await codeOf(raiseHand(waiting, id))).toEqual(REFUSED.restricted)
  await site.change({ credits: { isOn: true, price: 2 } })
  expect(await codeOf(raiseHand(person, id))).toEqual(REFUSED.restricted)
  await site.change({ credits: { isOn: false, price: 2 } })
  const change = (body: object) => site.tenant.send('PUT', '/talks/ext:Live', { body })
  await change({ state: 'draft' })
  expect(await codeOf(raiseHand(person, id))).toEqual([404, 'talk_not_found'])
  await change({ state: 'published', ...soon(clock) })
  expect(await codeOf(raiseHand(person, id))).toEqual(REFUSED.notOpen)
  clock.pass(GREEN_ROOM_MS)
  expect((await raiseHand(person, id)).status).toBe(200)
  clock.pass(60 * MINUTE_MS)
  expect(await codeOf(raiseHand(await signInAtSite(site), id))).toEqual(REFUSED.notOpen)
  expect(await codeOf(moderate(speaker, id, 'invite', person.account.id))).toEqual(REFUSED.moderatorsOnly)
})

test('a person raises a hand a few times a minute', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  for (let time = 0; time < HANDS_PER_MINUTE; time += 1)
    expect((await raiseHand(person, id, time % 2 ? '' : 'yes')).status).toBe(200)
  expect(await codeOf(raiseHand(person, id))).toEqual([429, 'too_many_requests'])
})

test('only moderators moderate', async () => {
  const { site, id, speaker } = await createTalk()
  const [person, invited, admin] = [
    await signInAtSite(site),
    await signInAtSite(site),
    await signInAtSite(site, 'admin'),
  ]
  await raiseHand(invited, id)
  await moderate(admin, id, 'invite', invited.account.id)
  const everything = ['invite', 'dismiss', 'withdraw', 'mute', 'unmute', 'remove', 'let_back']
  for (const what of [...everything, 'stop_screen', 'lock', 'unlock', 'end']) {
    expect((await moderate(site.visitor, id, what, speaker.account.id)).status).toBe(303)
    for (const who of [person, invited, speaker])
      expect(await codeOf(moderate(who, id, what, speaker.account.id))).toEqual(REFUSED.moderatorsOnly)
  }
  expect(await codeOf(moderate(admin, id, 'nonsense'))).toEqual([400, 'bad_request'])
  for (const what of ['mute', 'stop_screen'])
    expect(await codeOf(moderate(admin, id, what, 'nobody'))).toEqual([404, 'user_not_found'])
  const other = await createTalk()
  const stranger = await signInAtSite(other.site, 'admin')
  expect(await codeOf(moderate(stranger, id, 'lock'))).toEqual([404, 'talk_not_found'])
  expect((await publish(speaker, id)).status).toBe(201)
})

test('a removed person is cut off and kept out until a moderator lets them back in', async () => {
  const { site, id, speaker } = await createTalk()
  const admin = await signInAtSite(site, 'admin')
  const events = await openEvents(speaker, await publish(speaker, id))
  expect((await moderate(admin, id, 'remove', speaker.account.id)).status).toBe(200)
  await events.end()
  expect(await codeOf(publish(speaker, id))).toEqual(REFUSED.removed)
  expect(await codeOf(follow(speaker, id))).toEqual(REFUSED.removed)
  expect((await speaker.get(`/talks/${id}/room`)).status).toBe(403)
  const person = await signInAtSite(site)
  await moderate(admin, id, 'remove', person.account.id)
  expect(await codeOf(raiseHand(person, id))).toEqual(REFUSED.removed)
  await moderate(admin, id, 'let_back', speaker.account.id)
  expect((await publish(speaker, id)).status).toBe(201)
})

test('a locked stage lets in moderators and those who were on it, and an ended one only moderators', async () => {
  const { site, id, speaker } = await createTalk()
  const admin = await signInAtSite(site, 'admin')
  const [early, late] = [await signInAtSite(site), await signInAtSite(site)]
  for (const person of [early, late]) {
    await raiseHand(person, id)
    await moderate(admin, id, 'invite', person.account.id)
  }
  const events = await openEvents(speaker, await publish(speaker, id))
  await moderate(admin, id, 'lock')
  expect(await events.isOpen()).toBe(true)
  expect(await codeOf(publish(late, id))).toEqual(REFUSED.locked)
  expect((await publish(speaker, id)).status).toBe(201)
  const ofAdmin = await openEvents(admin, await publish(admin, id))
  await moderate(admin, id, 'end')
  const [ended] = await Promise.all([events.end(), ofAdmin.end()])
  expect(ended.states.map(({ isLocked }) => isLocked)).toEqual(expect.arrayContaining([false, true]))
  expect(ended.text).toMatch(/event: ended\ndata:\n\n$/)
  expect(await codeOf(publish(speaker, id))).toEqual(REFUSED.locked)
  expect((await publish(admin, id)).status).toBe(201)
  await moderate(admin, id, 'unlock')
  for (const person of [speaker, early, late]) expect((await publish(person, id)).status).toBe(201)
})

test('a person who joins while a moderator locks the stage is kept out', async () => {
  const { site, id, speaker } = await createTalk()
  const admin = await signInAtSite(site, 'admin')
  const { store } = site.tenant.api.installation
  const read = store.read.bind(store)
  let isLocked = false
  using _delayed = vi.spyOn(store, 'read').mockImplementation(async (query) => {
    const found = await read(query)
    const isOfTalk = Object.values(query.values).includes(id)
    if (query.statement.name === 'room_stages.of_talk' && isOfTalk && !isLocked) {
      isLocked = true
      await moderate(admin, id, 'lock')
    }
    return found
  })
  expect(await codeOf(publish(speaker, id))).toEqual(REFUSED.locked)
  expect(isLocked).toBe(true)
})

test('the audit log has what moderators do on stage, once for each change', async () => {
  const { site, id, speaker } = await createTalk()
  const [person, admin] = [await signInAtSite(site), await signInAtSite(site, 'admin')]
  await raiseHand(person, id)
  await publish(speaker, id)
  const done: [what: string, on: string, action: string][] = [
    ['invite', person.account.id, 'Invited on stage'],
    ['withdraw', person.account.id, 'Invitation on stage ended'],
    ['mute', speaker.account.id, 'Muted on stage'],
    ['unmute', speaker.account.id, 'Unmuted on stage'],
    ['stop_screen', speaker.account.id, 'Screen stopped'],
    ['remove', person.account.id, 'Removed from the stage'],
    ['let_back', person.account.id, 'Let back on stage'],
    ['lock', '', 'Stage locked'],
    ['unlock', '', 'Stage unlocked'],
    ['end', '', 'Stage ended'],
  ]
  for (const [what, on] of done) expect((await moderate(admin, id, what, on)).status).toBe(200)
  // This changes nothing.
  await moderate(admin, id, 'unmute', speaker.account.id)
  const { text } = await admin.get(`/backoffice/audit?actor=${admin.account.id}`)
  const actions = [...text.matchAll(/<p><span class="badge">([^<]*)</g)].map(([, action]) => action)
  expect(actions.toReversed()).toEqual(done.map(([, , action]) => action))
})

test('speakers and moderators are on stage half an hour before the start, and nobody sees them until then', async () => {
  const { site, id, speaker, clock } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  await raiseHand(person, id)
  await moderate(admin, id, 'invite', person.account.id)
  await site.tenant.send('PUT', '/talks/ext:Live', { body: soon(clock, GREEN_ROOM_MS + 1) })
  for (const role of [publish, watch, follow])
    expect(await codeOf(role(speaker, id))).toEqual(REFUSED.notOpen)
  clock.pass(1)
  const events = await openEvents(speaker, await publish(speaker, id))
  for (const who of [speaker, admin]) expect((await watch(who, id)).status).toBe(201)
  expect((await publish(admin, id)).status).toBe(201)
  for (const who of [person, site.visitor]) expect(await codeOf(watch(who, id))).toEqual(REFUSED.notOpen)
  expect(await codeOf(publish(person, id))).toEqual(REFUSED.speakersOnly)
  clock.pass(GREEN_ROOM_MS)
  expect((await watch(site.visitor, id)).status).toBe(201)
  expect((await publish(person, id)).status).toBe(201)
  // When the second one is cut off, the check that has cut off the first one is over.
  for (const who of [person, await signInAtSite(site)]) {
    const watching = await openEvents(who, await watch(who, id))
    await who.post('/sign-out')
    await watching.end()
  }
  clock.pass(60 * MINUTE_MS)
  const { states } = await events.end()
  expect(states[0].isLive).toBe(false)
  expect(states.some(({ isLive }) => isLive)).toBe(true)
})

test.each(['is deleted', 'is rejected', 'sees the talk become a draft', 'sees the talk end'] as const)(
  'an invited person who %s is cut off',
  async (what) => {
    const { site, id, clock } = await createTalk()
    const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
    const { id: userId } = person.account
    await raiseHand(person, id)
    await moderate(admin, id, 'invite', userId)
    const events = await openEvents(person, await publish(person, id))
    const { send } = site.tenant
    if (what === 'is deleted') await send('DELETE', `/users/${userId}`)
    else if (what === 'is rejected')
      await reviewRegistration(site.tenant.api.installation, site.tenant.caller, {
        ...{ id: userId, status: 'rejected' },
      })
    else if (what === 'sees the talk end') clock.pass(60 * MINUTE_MS)
    else await send('PUT', '/talks/ext:Live', { body: { state: 'draft' } })
    await events.end()
    expect((await publish(person, id)).status).not.toBe(201)
  },
)

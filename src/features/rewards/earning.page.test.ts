// What people earn by watching, and where they see it.
import { expect, test } from 'vitest'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import type { Visitor } from '../../../test/support/visitors.ts'
import { defaultSettings } from '../platforms/default-settings-schema.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }

/** A talk of 12 minutes, the first of which is now. */
async function createTalk(more: object = {}) {
  const site = await createSite(server)
  const id = await site.talk('Talk', {
    duration: 12,
    type: 'youtube',
    video: 'https://youtu.be/DemoTalk-01',
    ...more,
  })
  return { site, id }
}

async function watch(site: Site, visitor: Visitor, talkIds: readonly string[], minutes: number) {
  for (let minute = 0; minute <= minutes; minute += 1) {
    if (minute > 0) site.tenant.api.clock.pass(60_000)
    for (const id of talkIds) expect((await sendHeartbeat(visitor, id)).status).toBe(204)
  }
}

type Watched = { seconds: number }
const watchedSeconds = async (site: Site, id: string) =>
  (await get(site.tenant, `/talks/${id}/attendance`)).items.reduce(
    (total: number, { live, replay }: { live: Watched; replay: Watched }) =>
      total + live.seconds + replay.seconds,
    0,
  )
/** The points of a person, once this time of the talk has been written. */
async function pointsOf(site: Site, userId: string, talkId: string, seconds: number) {
  await waitUntil(
    () => watchedSeconds(site, talkId),
    (watched) => watched >= seconds,
  )
  return (await get(site.tenant, `/users/${userId}/points`)).total
}

test('five minutes of watching earn a point, up to the length of the talk', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  await watch(site, person, [id], 4)
  expect(await pointsOf(site, person.account.id, id, 240)).toBe(0)
  await watch(site, person, [id], 1)
  expect(await pointsOf(site, person.account.id, id, 300)).toBe(1)
  await watch(site, person, [id], 20)
  expect(await pointsOf(site, person.account.id, id, 1500)).toBe(2)
  const { items } = await get(site.tenant, `/users/${person.account.id}/points`)
  expect(items.map(({ kind, talk, points }: Record<string, unknown>) => [kind, talk, points])).toEqual(
    Array(2).fill(['watched', id, 1]),
  )
})

test('two talks that are open at the same time earn no more than one', async () => {
  const { site, id } = await createTalk()
  const other = await site.talk('Other', {
    duration: 12,
    type: 'youtube',
    video: 'https://youtu.be/DemoTalk-02',
  })
  const person = await signInAtSite(site)
  await watch(site, person, [id, other], 10)
  expect(await pointsOf(site, person.account.id, id, 600)).toBeLessThanOrEqual(2)
})

test.each([
  ['the talk', async (_site: Site) => {}, { features: { rewardsEarning: false } }],
  [
    'the platform',
    (site: Site) => site.change({ features: { ...defaultSettings.features, rewardsEarning: false } }),
    {},
  ],
  ['the rule', (site: Site) => site.change({ points: { watched: 0, question: 2, survey: 3 } }), {}],
] as const)('nobody earns points if %s has them off', async (_where, turnOff, more) => {
  const { site, id } = await createTalk(more)
  await turnOff(site)
  const person = await signInAtSite(site)
  await watch(site, person, [id], 10)
  await waitUntil(
    () => watchedSeconds(site, id),
    (watched) => watched >= 600,
  )
  await site.change({ features: defaultSettings.features })
  expect((await get(site.tenant, `/users/${person.account.id}/points`)).total).toBe(0)
})

test('people whose registration waits for a review watch without earning points', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site, 'attendee', { options: { endRegistration: false } })
  await watch(site, person, [id], 5)
  expect(await pointsOf(site, person.account.id, id, 300)).toBe(0)
  await put(site.tenant, `/users/${person.account.id}`, { options: { endRegistration: true } })
  await watch(site, person, [id], 5)
  expect(await pointsOf(site, person.account.id, id, 600)).toBe(1)
})

test('a question earns points once in five minutes, and an anonymous one never', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  const ask = async (fields: Record<string, string>) => {
    const answer = await person.post(`/talks/${id}/questions`, { text: 'Why?', ...fields }, JSON_ONLY)
    expect(answer.status, answer.text).toBe(200)
  }
  const points = async () =>
    (await get(site.tenant, `/users/${person.account.id}/points`)).items.map(
      ({ kind }: { kind: string }) => kind,
    )
  await ask({ anonymous: 'yes' })
  expect(await points()).toEqual([])
  await ask({})
  await ask({ text: 'How?' })
  expect(await points()).toEqual(['question'])
  site.tenant.api.clock.pass(5 * 60_000)
  await ask({ text: 'When?' })
  expect(await points()).toEqual(['question', 'question'])
})

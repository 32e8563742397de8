// The time zones on the page of a talk, and which comes first.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import type { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()

const [EVENT, OWN, CHOSEN, HELD] = ['Europe/Vienna', 'Asia/Tokyo', 'America/New_York', 'Africa/Nairobi']
const ONLINE = { type: 'youtube' }

async function createTalks() {
  const site = await createSite(server)
  await site.change({ timezone: EVENT })
  const traveler = await signInAtSite(site, 'attendee', { timezone: OWN })
  const neighbor = await signInAtSite(site, 'attendee', { timezone: 'Europe/Berlin' })
  const homebody = await signInAtSite(site)
  return { site, people: { guest: site.visitor, traveler, neighbor, homebody } }
}

const zonesIn = async (who: Visitor, path: string) =>
  [...(await who.get(path)).text.matchAll(/<span class="zone">([^(<]*[^ (<])/g)].map(([, zone]) =>
    zone?.replace(' ', '_'),
  )

type Row = {
  who: 'guest' | 'traveler' | 'neighbor' | 'homebody'
  talk?: object
  zone?: string
  shows: (string | undefined)[]
}

test.each<Row>([
  // Without an account, and without a choice, there is only the event.
  { who: 'guest', shows: [EVENT] },
  { who: 'guest', talk: ONLINE, shows: [EVENT] },
  { who: 'homebody', talk: ONLINE, shows: [EVENT] },
  // In front of a video, people are at home; on site, they are at the event.
  { who: 'traveler', talk: ONLINE, shows: [OWN, EVENT] },
  { who: 'traveler', shows: [EVENT, OWN] },
  // The zone that somebody chooses comes before that of the account.
  { who: 'guest', talk: ONLINE, zone: CHOSEN, shows: [CHOSEN, EVENT] },
  { who: 'guest', zone: CHOSEN, shows: [EVENT, CHOSEN] },
  { who: 'traveler', talk: ONLINE, zone: CHOSEN, shows: [CHOSEN, OWN, EVENT] },
  { who: 'traveler', zone: CHOSEN, shows: [EVENT, CHOSEN, OWN] },
  { who: 'traveler', talk: ONLINE, zone: 'own', shows: [OWN, EVENT] },
  // A talk can take place in a zone of its own.
  { who: 'guest', talk: { timezone: HELD }, shows: [HELD, EVENT] },
  { who: 'guest', talk: { ...ONLINE, timezone: HELD }, shows: [HELD, EVENT] },
  { who: 'traveler', talk: { timezone: HELD }, shows: [HELD, OWN, EVENT] },
  { who: 'traveler', talk: { ...ONLINE, timezone: HELD }, shows: [OWN, HELD, EVENT] },
  // Clocks that show the same are shown once.
  { who: 'neighbor', shows: [EVENT] },
  { who: 'neighbor', talk: ONLINE, shows: ['Europe/Berlin'] },
  { who: 'guest', zone: 'Europe/Berlin', shows: [EVENT] },
])('the times of a talk: %j', async ({ who, talk, zone, shows }) => {
  const { site, people } = await createTalks()
  const id = await site.talk('Talk', talk)
  expect(await zonesIn(people[who], `/talks/${id}${zone ? `?zone=${zone}` : ''}`)).toEqual(shows)
})

// Every page of the demo in English passes axe and does not move, and fits into every screen.
import { expect, test } from 'vitest'
import { appearanceRules, SERIOUS } from '../support/axe.ts'
import { useApi } from '../support/scenarios.ts'
import { type Screen, useBrowser } from '../support/screens.ts'
import { createSite, personNamed, type Site, signInAtSite } from '../support/sites.ts'
import { demoEnv, demoSite, pagesOf, visitsOf } from './demo-pages.ts'
import { type Check, DESKTOP, fitsScreen, movesNothing, NARROW, PHONE, passesAxe, walk } from './walk.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

test('pages of the demo have no serious problems of accessibility, do not move, and fit into every screen', async () => {
  const site = await demoSite((await server.createTenant()).api)
  const found = await walk(browser, {
    ...{ site, visits: visitsOf(await pagesOf(site)), options: { locale: 'en-US' } },
    views: [
      { name: 'desktop', size: DESKTOP, checks: [movesNothing, fitsScreen, passesAxe(SERIOUS)] },
      {
        ...{ name: 'dark phone', size: PHONE, scheme: 'dark' },
        checks: [passesAxe(SERIOUS, appearanceRules), fitsScreen],
      },
      { name: 'narrow', size: NARROW, checks: [fitsScreen] },
    ],
  })
  expect(found).toEqual([])
})

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s, neither a live talk nor the agenda moves', async (name, size) => {
  const site = await createSite(server)
  const live = { path: `/talks/${await createDay(site)}`, checks: [isLive] }
  const others = ['/agenda', '/agenda?view=list', '/', '/speakers'].map((path) => ({ path }))
  const views = [{ name, size, checks: [movesNothing, fitsScreen] }] as const
  expect(await walk(browser, { site, visits: [live, ...others], views })).toEqual([])
})

test('pages of users and staff do not move while they arrive slowly', async () => {
  const site = await demoSite((await server.createTenant()).api)
  const owner = await signInAtSite(site, 'owner')
  const lists = ['/backoffice/talks', '/backoffice/speakers', '/backoffice/sponsors', '/backoffice/surveys']
  const found = await walk(browser, {
    ...{ site, visits: [...lists, '/account/privacy'].map((path) => ({ path, by: owner })) },
    prepare: arriveSlowly,
    views: [{ name: 'desktop', size: DESKTOP, checks: [movesNothing] }],
  })
  expect(found).toEqual([])
})

/** A page takes a few tenths of a second, in many parts. */
async function arriveSlowly({ context, page }: Screen): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: 40_000, uploadThroughput: -1 },
  })
}

/** A day with talks in three rooms, one of them live. */
async function createDay(site: Site): Promise<string> {
  const person = personNamed('Ada', 'Sample')
  for (const [index, room] of ['Attic', 'Cellar', 'Hall'].entries())
    for (const hour of [11, 12, 13, 14])
      await site.talk(`Talk ${hour} about what happens in room ${index}`, {
        ...{ room, track: `Track ${index}`, duration: 55, speakers: [person] },
        start: `2027-03-01T${hour}:10:00Z`,
      })
  return site.talk('Live talk', {
    ...{ start: '2027-03-01T11:50:00Z', duration: 45, room: 'Hall', speakers: [person] },
    ...{ type: 'youtube', video: 'https://youtu.be/DemoTalk-01' },
  })
}

/** The page shows a player. */
const isLive: Check = async ({ screen: { page } }) => {
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('/player'))).toBe(true)
  return []
}

// Content in Hebrew and Arabic on every page of the demo in English: it has its own direction, and does not change the order
// of what is around it.
import { expect, test } from 'vitest'
import { placedTexts, typedTexts } from '../support/page-texts.ts'
import { put, useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { personNamed } from '../support/sites.ts'
import { demoEnv, demoSite, pagesOf, rewriteContent, visitsOf, type Write } from './demo-pages.ts'
import { type Check, DESKTOP, fitsScreen, movesNothing, NARROW, PHONE, walk } from './walk.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

const RIGHT_TO_LEFT = /\p{Script=Hebrew}/u
/** What has its own direction within a text (UAX #9, section 2.4). */
const ISOLATES = /\u2068[^\u2069]*\u2069/g
const inHebrew: Write = (text) => `שיחה ${text}`

const TITLE = 'كيف نبني المدن (2027)'
const DESCRIPTION = 'مدينة من الورق.'
const HEBREW = personNamed('דנה', 'לוי', { email: 'dana@example.org' })
const LATIN = personNamed('Ada', 'Sample')

test('texts of people have their own direction on every page, and the names around them their order', async () => {
  const site = await demoSite((await server.createTenant()).api)
  await rewriteContent(site.tenant.api, inHebrew)
  const visits = visitsOf(await pagesOf(site, inHebrew))
  const { id } = await put(site.tenant, '/talks/ext:arabic', {
    ...{ title: TITLE, description: `${DESCRIPTION}\n\nIn English.`, room: 'قاعة 1', track: 'עיר' },
    ...{ speakers: [HEBREW, LATIN], start: '2027-03-01T14:00:00Z' },
  })
  let count = 0
  const isolatesTexts: Check = ({ html }) => {
    const found: string[] = []
    for (const { text, inside } of placedTexts(html)) {
      if (!RIGHT_TO_LEFT.test(text) || isPlain(inside)) continue
      count += 1
      if (!inside.some(isDirected) && RIGHT_TO_LEFT.test(text.replace(ISOLATES, '')))
        found.push(`no direction of ${inside.slice(-3).map(describe).join(' > ')}: ${text.slice(0, 40)}`)
    }
    for (const { name, attributes } of typedTexts(html))
      if (attributes.dir !== 'auto') found.push(`no direction of ${name} ${attributes.name}`)
    return found
  }
  const found = await walk(browser, {
    site,
    visits: [
      ...visits,
      { path: `/talks/${id}`, checks: [showsDirections] },
      { path: '/agenda?day=2027-03-01', checks: [keepsOrder] },
    ],
    views: [
      { name: 'desktop', size: DESKTOP, checks: [movesNothing, isolatesTexts, fitsScreen] },
      { name: 'phone', size: PHONE, checks: [fitsScreen] },
      { name: 'narrow', size: NARROW, checks: [fitsScreen] },
    ],
  })
  expect(found).toEqual([])
  expect(count).toBeGreaterThan(500)
})

/** The page runs from left to right, as its second paragraph does; the title, the room, and the first one do not. */
const showsDirections: Check = async ({ screen: { page } }) => {
  const directions = await page
    .locator('h1, .prose p, li:has(> .icon) > a[dir], main')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
  expect(directions).toEqual(['ltr', 'rtl', 'rtl', 'rtl', 'ltr'])
  return []
}

/** From left to right: the first speaker, a comma, and the second one, on the card of a talk with a title in Arabic. */
const keepsOrder: Check = async ({ screen: { page } }) => {
  const card = page.locator('.talk', { hasText: 'Ada Sample' }).filter({ hasText: TITLE })
  expect(await card.locator('h3 a').evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
  const edges = await card
    .locator('.talk-speakers span')
    .last()
    .evaluate((line) => {
      const text = line.firstChild as Text
      const leftOf = (part: string) => {
        const range = document.createRange()
        const at = text.data.indexOf(part)
        range.setStart(text, at)
        range.setEnd(text, at + part.length)
        return range.getBoundingClientRect().left
      }
      return { hebrew: leftOf('דנה'), latin: leftOf('Ada') }
    })
  expect(edges.hebrew).toBeLessThan(edges.latin)
  return []
}

type Inside = ReturnType<typeof placedTexts> extends Generator<{ inside: infer I }> ? I : never

/** Nothing that is laid out or read as a text, or code. */
const isPlain = (inside: Inside): boolean =>
  inside.some(
    ({ name, attributes }) =>
      /^(?:title|script|code|pre|option)$/.test(name) || attributes['aria-hidden'] === 'true',
  )

const isDirected = ({ name, attributes }: Inside[number]): boolean =>
  name === 'bdi' || attributes.dir === 'auto'

const describe = ({ name, attributes }: Inside[number]): string =>
  attributes.class ? `${name}.${attributes.class.replaceAll(' ', '.')}` : name

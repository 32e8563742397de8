// Content in Arabic and Hebrew on pages in other languages: its own direction, and no effect on what is around it.
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, personNamed } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const TITLE = 'كيف نبني المدن (2027)'
const DESCRIPTION = 'مدينة من الورق.'
const HEBREW = personNamed('דנה', 'לוי', { email: 'dana@example.org' })
const LATIN = personNamed('Ada', 'Sample')

test.each([390, 1280])(
  'keeps its direction on a page of %s pixels, and the names around it their order',
  async (width) => {
    const site = await createSite(server)
    const id = await site.talk(TITLE, {
      ...{ description: `${DESCRIPTION}\n\nIn English.`, room: 'قاعة 1', track: 'עיר' },
      ...{ speakers: [HEBREW, LATIN], start: '2027-03-01T14:00:00Z' },
    })
    await site.talk('Beside', { room: 'Attic', start: '2027-03-01T14:00:00Z' })
    const { page, open } = await browser.screen(site, { viewport: { width, height: 900 } })
    const directions = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
    await open(`/talks/${id}`)
    expect(await directions('h1, .prose p, .talk-place a, main')).toEqual(['ltr', 'rtl', 'rtl', 'rtl', 'ltr'])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBe(0)
    await open('/agenda')
    expect(await overflow()).toBe(0)
    const card = page.locator('.talk', { hasText: 'Ada Sample' }).filter({ hasText: TITLE })
    expect(await card.locator('h3 a').evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
    // From left to right: the first speaker, a comma, and the second one.
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
  },
)

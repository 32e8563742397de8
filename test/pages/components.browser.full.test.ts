// The page of components looks as it does in `test/pages/components`. After an intended change, look at the page and
// renew the pictures: `RENEW_PICTURES=1 npx vitest run --project browser test/pages/components.browser.full.test.ts`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { renderComponents } from '../../scripts/dev/components/page.tsx'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite } from '../support/sites.ts'

const server = useApi({ store: inject('stores')[0] ?? 'sqlite' })
const browser = useBrowser()
const FOLDER = join(import.meta.dirname, 'components')
const viewports = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
/** Versions of browsers smooth edges differently. */
const MOST_DIFFERENT = 0.005

test.each([
  ['desk', 'light'],
  ['desk', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
] as const)('components on a %s, %s', async (view, colorScheme) => {
  const site = await createSite(server)
  const { page, open } = await browser.screen(site, { viewport: viewports[view], colorScheme })
  const body = renderComponents()
  await page.route('**/components', (route) =>
    route.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
  )
  // The pictures show our font, also if it arrives late.
  await page.route('**/*.css', async (route) => {
    const { text } = await site.visitor.get(new URL(route.request().url()).pathname)
    const body = text.replaceAll(/font-display: ?optional/g, 'font-display:block')
    await route.fulfill({ body, contentType: 'text/css; charset=utf-8' })
  })
  await open('/components')
  await page.evaluate(() => document.fonts.ready)
  await page.getByLabel('More actions').click()
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled' })
  const file = join(FOLDER, `${view}-${colorScheme}.webp`)
  if (process.env.RENEW_PICTURES || !existsSync(file)) {
    if (process.env.CI) throw new Error(`${file} does not exist.`)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, await sharp(shot).webp({ quality: 90, effort: 6 }).toBuffer())
    return
  }
  const [expected, actual] = await Promise.all([pixelsOf(readFileSync(file)), pixelsOf(shot)])
  const { width, height } = expected.info
  expect([actual.info.width, actual.info.height]).toEqual([width, height])
  const different = pixelmatch(expected.data, actual.data, undefined, width, height, { threshold: 0.15 })
  expect(different / (width * height)).toBeLessThan(MOST_DIFFERENT)
})

const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

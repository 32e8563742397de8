// A browser window for one person, with a record of page errors.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser, openBrowser } from './browser.ts'
import type { Site } from './sites.ts'
import type { Visitor } from './visitors.ts'

export type Screen = {
  page: Page
  context: BrowserContext
  /** Opens a path of the site and returns the status. */
  open(path: string): Promise<number>
  /** Script errors and violations of the security policy. A test that expects some must remove them. */
  errors: string[]
}
/** A host name and the server that has it. */
export type ScreenSite = Pick<Site, 'host'> & { tenant: { api: { url: string } } }
type Options = BrowserContextOptions & { signedIn?: Visitor }

/** The browser without flags, which all files of a worker share. It ends with the worker. */
let shared: Promise<Browser> | undefined

/**
 * Chromium for the tests of a file. With flags, it is only for this file. A test fails if one of its screens has errors
 * at the end.
 */
export function useBrowser(flags: readonly string[] = []): {
  screen(site: ScreenSite, options?: Options): Promise<Screen>
} {
  const isShared = flags.length === 0
  let browser: Browser | undefined
  const screens: Screen[] = []
  beforeAll(async () => {
    if (isShared) shared ??= openBrowser()
    browser = await (isShared ? shared : launchBrowser(flags))
  })
  if (!isShared) afterAll(() => browser?.close())
  afterEach(async () => {
    const open = screens.splice(0)
    for (const { context } of open) await context.close()
    expect(open.flatMap(({ errors }) => errors)).toEqual([])
  })
  return {
    async screen(site, { signedIn, ...options } = {}) {
      if (!browser) throw new Error('The browser has not started.')
      const baseURL = originOf(site)
      const context = await browser.newContext({
        baseURL,
        ignoreHTTPSErrors: true,
        // Service workers would take requests that tests wait for.
        serviceWorkers: 'block',
        viewport: { width: 1280, height: 900 },
        ...options,
      })
      if (signedIn)
        await context.addCookies(
          [...signedIn.cookies].map(([name, value]) => ({ name, value, url: baseURL })),
        )
      const screen = await newScreen(context)
      screens.push(screen)
      return screen
    },
  }
}

/** The URL of a site, whose host name resolves to this machine. */
export const originOf = ({ tenant, host }: ScreenSite): string =>
  `https://${host}:${new URL(tenant.api.url).port}`

async function newScreen(context: BrowserContext): Promise<Screen> {
  const page = await context.newPage()
  const errors: string[] = []
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => void errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text)
  })
  return {
    page,
    context,
    errors,
    open: async (path) => (await page.goto(path))?.status() ?? 0,
  }
}

/** Signs in like a user, in any language. */
export async function signIn({ page, open }: Screen, name: string, password: string): Promise<void> {
  await open('/sign-in')
  await page.locator('main [name="name"]').fill(name)
  await page.locator('main [name="password"]').fill(password)
  const answered = page.waitForEvent('domcontentloaded')
  await page.locator('main form:has([name="password"]) button[type="submit"]').first().click()
  await answered
}

// Screenshots of every page on a desktop and a phone, in light and dark mode. The README shows the best of them. Run by
// hand after a build: `node docs/screenshots/make.ts [FOLDER]`.
import { copyFileSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { type Ask, type Event, NOW, startEvent } from './event.ts'

const HERE = import.meta.dirname
const MOST_BYTES = 300_000
const TALLEST = 4000

const views = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
const schemes = ['light', 'dark'] as const

/** The screenshots of the README, one screen high. */
const best = [
  'agenda-desk-light',
  'agenda-phone-dark',
  'home-desk-dark',
  'talk-next-phone-light',
  'office-desk-light',
  'office-keys-desk-dark',
  'office-talk-phone-dark',
]

const folder = process.argv[2] ?? join(tmpdir(), 'lectern-screenshots')
mkdirSync(folder, { recursive: true })
await using event = await startEvent()
const pages = await pagesOf(event.ask)
const browser = await launchBrowser()
try {
  for (const [view, viewport] of Object.entries(views))
    for (const scheme of schemes) await shootAll(browser, { name: `${view}-${scheme}`, viewport, scheme })
} finally {
  await browser.close()
}
process.stdout.write(`Pictures of every page are in ${folder}.\n`)

type View = { name: string; viewport: { width: number; height: number }; scheme: (typeof schemes)[number] }

async function shootAll(browser: Browser, { name, viewport, scheme }: View): Promise<void> {
  const context = await browser.newContext({
    ...{ baseURL: event.url, ignoreHTTPSErrors: true, viewport, colorScheme: scheme },
    ...{ deviceScaleFactor: 1, reducedMotion: 'reduce' as const, timezoneId: 'Europe/Brussels' },
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  for (const [title, path] of pages.public) await shoot(page, title, path, name)
  await signIn(page, event)
  for (const [title, path] of pages.own) await shoot(page, title, path, name)
  await context.close()
}

async function shoot(page: Page, title: string, path: string, view: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
  const file = `${title}-${view}.png`
  const viewport = page.viewportSize() ?? views.desk
  // A screen as tall as the page: what sticks to the edge of a screen is then at the edge of the picture.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...viewport, height: Math.min(TALLEST, Math.max(viewport.height, height)) })
  await page.screenshot({ path: join(folder, file) })
  await page.setViewportSize(viewport)
  if (!best.includes(`${title}-${view}`)) return
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `best-${file}`) })
  if (statSync(join(folder, `best-${file}`)).size > MOST_BYTES)
    throw new Error(`${file} is larger than ${MOST_BYTES} bytes.`)
  copyFileSync(join(folder, `best-${file}`), join(HERE, file))
}

async function signIn(page: Page, { owner }: Event): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail or username').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

type Named = [title: string, path: string]

async function pagesOf(ask: Ask): Promise<{ public: Named[]; own: Named[] }> {
  const talks = (await ask('GET', '/talks?limit=200')).items.sort((a, b) => a.start.localeCompare(b.start))
  const [sponsor] = (await ask('GET', '/sponsors')).items.filter(({ hasPage }) => hasPage)
  const users = (await ask('GET', '/users?limit=200')).items
  const [live] = (await ask('GET', '/talk/upcoming?limit=1')).items
  const keynote = talks.find((talk) => talk.keynote)
  const at = (start: string) => Date.parse(start)
  const next = talks.find(({ start }) => at(start) > NOW)
  const over = talks.find(({ start, type }) => at(start) < NOW - 7_200_000 && type !== 'replay')
  const replay = talks.find(({ type, start }) => type === 'replay' && at(start) < NOW)
  const speaker = users.find(({ role }) => role === 'speaker')
  const { requestId } = await ask('PUT', `/talks/${next?.id}`, { titel: 'Refused' })
  const office = (path: string) => `/backoffice${path}`
  return {
    public: [
      ['home', '/'],
      ['agenda', '/agenda'],
      ['agenda-list', '/agenda?view=list&day=all'],
      ['agenda-found', '/agenda?q=paper'],
      ['talk-live', `/talks/${live?.id}`],
      ['talk-keynote', `/talks/${keynote?.id}`],
      ['talk-next', `/talks/${next?.id}`],
      ['talk-over', `/talks/${over?.id}`],
      ['talk-replay', `/talks/${replay?.id}`],
      ['speakers', '/speakers'],
      ['speaker', `/speakers/${speaker?.id}`],
      ['sponsors', '/sponsors'],
      ['sponsor', `/sponsors/${sponsor?.id}`],
      ['embed-agenda', '/embed/agenda'],
      ['embed-speakers', '/embed/speakers'],
      ['sign-in', '/sign-in'],
      ['sign-up', '/sign-up'],
      ['not-found', '/nothing/here'],
      ['problems', '/problems'],
    ],
    own: [
      ['account', '/account'],
      ['account-profile', '/account/profile'],
      ['account-password', '/account/password'],
      ['account-two-factor', '/account/two-factor'],
      ['account-sessions', '/account/sessions'],
      ['account-delete', '/account/delete'],
      ['office', office('')],
      ['office-talks', office('/talks')],
      ['office-talk', office(`/talks/${talks[0]?.id}`)],
      ['office-talk-history', office(`/talks/${talks[0]?.id}/history`)],
      ['office-talk-delete', office(`/talks/${talks[0]?.id}/delete`)],
      ['office-speakers', office('/speakers')],
      ['office-sponsors', office('/sponsors')],
      ['office-sponsor', office(`/sponsors/${sponsor?.id}`)],
      ['office-users', office('/users')],
      ['office-user', office(`/users/${speaker?.id}`)],
      ['office-user-access', office(`/users/${speaker?.id}/access`)],
      ['office-registrations', office('/registrations')],
      ['office-audit', office('/audit')],
      ['office-requests', office('/requests')],
      ['office-request', office(`/requests/${requestId}`)],
      ['office-settings', office('/settings')],
      ['office-features', office('/settings/features')],
      ['office-passwords', office('/settings/passwords')],
      ['office-keys', office('/settings/advanced')],
      ['office-webhooks', office('/settings/webhooks')],
      ['office-platforms', office('/settings/platforms')],
    ],
  }
}

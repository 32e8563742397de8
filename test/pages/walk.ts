// A walk opens each page once, and runs its checks on the page in each of its views.
import type { ImpactValue } from 'axe-core'
import type { BrowserContextOptions, Response } from 'playwright-core'
import { faultsNow } from '../support/axe.ts'
import type { Screen, useBrowser } from '../support/screens.ts'
import type { Site } from '../support/sites.ts'
import type { Visitor } from '../support/visitors.ts'

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }
/** A small phone, or a desktop whose text is enlarged to 400 %. */
export const NARROW = { width: 320, height: 640 }

export type View = {
  name: string
  size: { width: number; height: number }
  scheme?: 'light' | 'dark'
  /** What they find on the page in this view, in this order. */
  checks: readonly Check[]
}
export type Check = (opened: Opened) => string[] | Promise<string[]>
export type Opened = {
  path: string
  by: Visitor | undefined
  /** As it was sent. */
  html: string
  screen: Screen
}

export type Visit = {
  path: string
  /** Nobody has signed in without it. */
  by?: Visitor | undefined
  /** 200 by default. */
  status?: number
  /** Checks of this page only, the first ones in each view. */
  checks?: readonly Check[]
}

export type Walk = {
  site: Pick<Site, 'tenant' | 'host'>
  visits: readonly Visit[]
  /** Pages open in the first one. */
  views: readonly [View, ...View[]]
  /** Of the windows, one for each person. */
  options?: BrowserContextOptions
  /** Prepares each window. */
  prepare?(screen: Screen): Promise<unknown>
}

/** Returns each fault with the path and the view of its page. Errors of scripts are faults, too. */
export async function walk(
  browser: ReturnType<typeof useBrowser>,
  { site, visits, views, options, prepare }: Walk,
): Promise<string[]> {
  const screens = new Map<Visitor | undefined, Screen>()
  const openFirst = async (signedIn: Visitor | undefined) => {
    const screen = await browser.screen(site, { ...options, ...(signedIn ? { signedIn } : {}) })
    await prepare?.(screen)
    await loadFonts(screen)
    await recordShifts(screen)
    return screen
  }
  const found: string[] = []
  for (const { path, by, status = 200, checks = [] } of visits) {
    const screen = screens.get(by) ?? (await openFirst(by))
    screens.set(by, screen)
    const opened = await open(screen, path, views[0])
    if (opened.status() !== status) found.push(`${path}: status ${opened.status()}`)
    const html = await opened.text()
    for (const view of views) {
      if (view !== views[0]) await show(screen, view)
      for (const check of [...checks, ...view.checks])
        for (const fault of await check({ path, by, html, screen }))
          found.push(`${path} (${view.name}): ${fault}`)
    }
    found.push(...screen.errors.splice(0).map((error) => `${path}: ${error}`))
  }
  return found
}

/** Pages only keep still if the browser has their fonts, or the fallbacks of these are installed. */
async function loadFonts({ page, open }: Screen): Promise<void> {
  await open('/sponsors')
  await page.evaluate(() => document.fonts.ready)
}

async function open(screen: Screen, path: string, { size, scheme }: View): Promise<Response> {
  const { page } = screen
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: scheme ?? 'light', reducedMotion: 'no-preference' })
  const response = await page.goto(path)
  if (!response) throw new Error(`${path} was not loaded.`)
  await settle(screen)
  return response
}

/** Waits for fonts and visible pictures. */
async function settle({ page }: Screen): Promise<void> {
  await page.waitForFunction(() => {
    // A timetable scrolls on its own, so pictures in the window can be outside its frame.
    const isSeen = (element: Element) => {
      let { top, bottom, left, right } = element.getBoundingClientRect()
      for (let box = element.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue
        const frame = box.getBoundingClientRect()
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      return right > Math.max(left, 0) && left < innerWidth && bottom > Math.max(top, 0) && top < innerHeight
    }
    return (
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete || !isSeen(image))
    )
  })
}

async function show({ page }: Screen, { size, scheme }: View): Promise<void> {
  await page.setViewportSize(size)
  // Colors do not change gradually for people who prefer reduced motion.
  await page.emulateMedia({ colorScheme: scheme ?? 'light', reducedMotion: 'reduce' })
  // Charts are drawn again in the frame after that of their new size.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

// --- Accessibility ---

/** What axe finds. Without rules, it uses all of its own. */
export const passesAxe =
  (impacts: readonly ImpactValue[], rules?: readonly string[]): Check =>
  async ({ screen }) => {
    await screen.page.emulateMedia({ reducedMotion: 'reduce' })
    return faultsNow(screen, impacts, rules)
  }

// --- Layout shifts ---

type Shift = { value: number; moved: string[] }

/** Records each layout shift of the pages that are opened next (Layout Instability API). */
const recordShifts = ({ page }: Screen) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : ''
          return `${name} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`
        })
        if (!hadRecentInput) shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Nothing has moved since the page and our pages in its frames opened. Only in the first view. */
export const movesNothing: Check = async ({ screen: { page } }) => {
  const { origin } = new URL(page.url())
  const found: string[] = []
  for (const frame of page.frames()) {
    if (!frame.url().startsWith(`${origin}/`)) continue
    await frame.waitForLoadState()
    const shifts = await frame.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
    for (const { value, moved } of shifts)
      found.push(`${moved.join(', ')} of ${frame.url()} move by ${value}`)
  }
  return found
}

// --- Width ---

/** The page is not wider than the screen. */
export const fitsScreen: Check = ({ screen: { page } }) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    const names = wide.map(({ outerHTML }) => outerHTML.slice(0, 80))
    return [`${scrollWidth - clientWidth} pixels wider than the screen: ${names.slice(-3).join(', ')}`]
  })

/**
 * Nothing is cut off at the right edge of the screen, except what scrolls: tabs, the bars of hours and rooms, cards with pictures,
 * the speakers of the home page, and the table of a chart.
 */
export const cutsNothing: Check = ({ screen: { page } }) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .filter(
        (element) =>
          !element.closest(
            '.visually-hidden, .tabs, .live-tabs, .hours, .chips, .talk-cards.pictured:not(.on-air), .full .people, .traffic, svg',
          ),
      )
      .map((element) => `cuts off ${element.outerHTML.slice(0, 80)}`),
  )

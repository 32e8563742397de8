// axe checks the accessibility of a page.
import axe, { type ImpactValue } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'

type Violation = { id: string; impact: ImpactValue | undefined; html: string[]; targets: string[] }

/** Checks everything on the page except in frames, with all rules of axe or only some. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  // A page is checked more than once, and the script is large.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await run(
      { exclude: ['iframe'] },
      {
        iframes: false,
        // No rule that runs needs the style sheets.
        preload: false,
        resultTypes: ['violations'],
        ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
      },
    )
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map(({ html }) => html),
      targets: nodes.map(({ target }) => target.join(' ')),
    }))
  }, rules)
}

/** The rules whose result depends on the screen size or the color scheme. */
const appearanceRules = [
  ...['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'],
  ...['aria-hidden-focus', 'button-name', 'link-name', 'summary-name', 'nested-interactive'],
]

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
type View = { size: 'desktop' | 'phone'; scheme: 'light' | 'dark' }

/** In light mode on a desktop, then in dark mode on a phone, where only some rules can have another result. */
export async function faultsInBothViews(screen: Screen, where: string, rules?: string[]): Promise<string[]> {
  const views = [{ size: 'desktop', scheme: 'light' } as const, { size: 'phone', scheme: 'dark' } as const]
  return faultsIn(screen, { where, views, rules, impacts: ['serious', 'critical'] })
}

/** On a phone in light mode, the faults that depend on the length of words, and the width of the page if it exceeds the screen. */
export async function faultsOnPhone(screen: Screen, where: string): Promise<string[]> {
  const { page } = screen
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const violations = await violationsOf(screen, appearanceRules)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [
    ...violations.map(({ id, targets }) => `${where}: ${id} at ${targets.join(', ')}`),
    ...(excess > 0 ? [`${where}: ${excess} pixels wider than the screen`] : []),
  ]
}

/** In both modes on a desktop and a phone, and also what is less than serious. */
export const faultsInAllViews = (screen: Screen, where: string): Promise<string[]> =>
  faultsIn(screen, {
    where,
    views: (['desktop', 'phone'] as const).flatMap((size) => [
      { size, scheme: 'light' } as const,
      { size, scheme: 'dark' } as const,
    ]),
    impacts: ['minor', 'moderate', 'serious', 'critical'],
  })

type Check = {
  where: string
  views: readonly View[]
  impacts: readonly ImpactValue[]
  rules?: string[] | undefined
}

/** All rules in the first view, and in the others those whose result can differ. */
async function faultsIn(screen: Screen, { where, views, impacts, rules }: Check): Promise<string[]> {
  const { page } = screen
  const found: string[] = []
  for (const [at, { size, scheme }] of views.entries()) {
    await page.setViewportSize(size === 'phone' ? PHONE : DESKTOP)
    // Colors do not change gradually for people who prefer reduced motion.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const violations = await violationsOf(screen, at === 0 ? rules : (rules ?? appearanceRules))
    for (const { id, impact, targets } of violations)
      if (impact && impacts.includes(impact))
        found.push(`${where} (${size}, ${scheme}): ${id} at ${targets.join(', ')}`)
  }
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Collapsed content is checked, too. */
async function violationsOf({ page }: Screen, rules?: string[]): Promise<Violation[]> {
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  return findViolations(page, rules)
}

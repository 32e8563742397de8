// axe checks the accessibility of a page.
import axe, { type ImpactValue } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'

type Violation = { id: string; impact: ImpactValue | undefined; html: string[]; targets: string[] }

/** Checks everything on the page or in some elements, except in frames, with all rules of axe or only some. */
export async function findViolations(
  page: Pick<Page, 'evaluate'>,
  rules?: readonly string[],
  within = 'html',
): Promise<Violation[]> {
  // A page is checked more than once, and the script is large.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const checked = { rules, within }
  return page.evaluate(async ({ rules, within }: typeof checked) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await run(
      { include: [within], exclude: ['iframe'] },
      {
        iframes: false,
        // No active rule needs the style sheets.
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
  }, checked)
}

/** The rules whose result depends on the screen size, the color scheme, or the length of words. */
export const appearanceRules = [
  ...['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'],
  ...['aria-hidden-focus', 'button-name', 'link-name', 'summary-name', 'nested-interactive'],
]

export const SERIOUS: readonly ImpactValue[] = ['serious', 'critical']
export const ALL_IMPACTS: readonly ImpactValue[] = ['minor', 'moderate', ...SERIOUS]

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
type View = { size: 'desktop' | 'phone'; scheme: 'light' | 'dark' }

/** In light mode on a desktop, then in dark mode on a phone, where only some rules can have a different result. */
export async function faultsInBothViews(screen: Screen, where: string, rules?: string[]): Promise<string[]> {
  const views = [{ size: 'desktop', scheme: 'light' } as const, { size: 'phone', scheme: 'dark' } as const]
  return faultsIn(screen, { where, views, rules, impacts: SERIOUS })
}

/** In both modes on a desktop and a phone, including minor violations. */
export const faultsInAllViews = (screen: Screen, where: string): Promise<string[]> =>
  faultsIn(screen, {
    where,
    views: (['desktop', 'phone'] as const).flatMap((size) => [
      { size, scheme: 'light' } as const,
      { size, scheme: 'dark' } as const,
    ]),
    impacts: ALL_IMPACTS,
  })

type Check = {
  where: string
  views: readonly View[]
  impacts: readonly ImpactValue[]
  rules?: string[] | undefined
}

/** Runs all rules in the first view, and only those whose result can differ in the others. */
async function faultsIn(screen: Screen, { where, views, impacts, rules }: Check): Promise<string[]> {
  const { page } = screen
  const found: string[] = []
  for (const [at, { size, scheme }] of views.entries()) {
    await page.setViewportSize(size === 'phone' ? PHONE : DESKTOP)
    // Colors do not change gradually for people who prefer reduced motion.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const faults = await faultsNow(screen, impacts, at === 0 ? rules : (rules ?? appearanceRules))
    found.push(...faults.map((fault) => `${where} (${size}, ${scheme}): ${fault}`))
  }
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/**
 * Violations found by axe on the page as it is shown now. Collapsed content is checked, too. Menus are opened one by one,
 * because each covers what is below it.
 */
export async function faultsNow(
  { page }: Screen,
  impacts: readonly ImpactValue[],
  rules?: readonly string[],
): Promise<string[]> {
  const menus = await page.locator('main details').evaluateAll((all) => {
    for (const one of all) {
      one.setAttribute('open', '')
      one.removeAttribute('data-menu')
    }
    const found = all.filter((one) =>
      [...one.children].some((child) => getComputedStyle(child).position === 'absolute'),
    )
    for (const [index, menu] of found.entries()) menu.setAttribute('data-menu', String(index))
    for (const menu of found) menu.removeAttribute('open')
    return found.length
  })
  const violations = await findViolations(page, rules)
  for (let index = 0; index < menus; index += 1) {
    const menu = `[data-menu="${index}"]`
    await page.locator(menu).evaluate((one) => one.setAttribute('open', ''))
    violations.push(...(await findViolations(page, rules, menu)))
    await page.locator(menu).evaluate((one) => one.removeAttribute('open'))
  }
  // Later checks see everything.
  await page.locator('[data-menu]').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  return violations.flatMap(({ id, impact, targets }) =>
    impact && impacts.includes(impact) ? [`${id} at ${targets.join(', ')}`] : [],
  )
}

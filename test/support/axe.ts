// axe checks the accessibility of a page.
import axe, { type ImpactValue } from 'axe-core'
import type { Page } from 'playwright-core'

export type Violation = { id: string; impact: ImpactValue | undefined; html: string[]; targets: string[] }

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

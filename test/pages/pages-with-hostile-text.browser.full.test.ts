// Hostile text in every field runs nothing on any page, even without a content security policy.
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { type Screen, useBrowser } from '../support/screens.ts'
import { signInAtSite } from '../support/sites.ts'
import { demoEnv, demoSite, pagesOf, visitsOf } from './demo-pages.ts'
import { at, fillByApi, fillByForms, hostilePaths } from './hostile-content.ts'
import { type Check, DESKTOP, fitsScreen, walk } from './walk.ts'

const server = useApi({ store: 'sqlite', env: demoEnv })
const browser = useBrowser()

test('hostile text in every field runs nothing on any page, with or without a security policy', async () => {
  const site = await demoSite((await server.createTenant()).api)
  const owner = await signInAtSite(site, 'owner')
  const ids = await fillByApi(site)
  await fillByForms(site, owner)
  const { lists, details, absent } = await hostilePaths(site, owner, ids)
  let written = 0
  const demo = visitsOf(await pagesOf(site, () => at(written++)))
  const first = `/talks/${ids[0]?.talk}`
  const visitsOfLists = [
    ...demo,
    ...lists.map((path) => ({ path, by: owner })),
    ...absent.map((path) => ({ path, by: owner, status: 404 })),
  ]
  const ran: string[] = []
  const prepare = (screen: Screen) => watch(screen, ran)
  const found = await walk(browser, {
    ...{ site, prepare, options: { bypassCSP: true } },
    visits: [
      ...visitsOfLists,
      ...details.map((path) => ({ path, by: owner, checks: path === first ? [hasFirstTitle] : [] })),
    ],
    views: [{ name: 'desktop', size: DESKTOP, checks: [hasNoIntruders, fitsScreen] }],
  })
  expect({ ran, found }).toEqual({ ran: [], found: [] })

  // The same with the policy, which has nothing to block.
  const blocked = await walk(browser, {
    ...{ site, prepare },
    visits: visitsOfLists,
    views: [{ name: 'desktop', size: DESKTOP, checks: [] }],
  })
  expect({ ran, blocked }).toEqual({ ran: [], blocked: [] })
})

/** Records payloads that run, dialogs, and requests to a hostile host. */
async function watch({ page, context }: Screen, ran: string[]): Promise<void> {
  await context.exposeFunction('xss', () => void ran.push(`xss on ${page.url()}`))
  page.on('dialog', async (dialog) => {
    ran.push(`dialog on ${page.url()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil/.test(new URL(request.url()).host)) ran.push(`${page.url()} asked ${request.url()}`)
  })
}

/** Elements, attributes, and URLs that none of our pages has, so that they must come from a payload. */
const hasNoIntruders: Check = ({ screen: { page } }) =>
  page.evaluate(foreignParts).catch((error: unknown) => [`navigated away: ${error}`])

/** A text is still shown as it was sent. */
const hasFirstTitle: Check = async ({ screen: { page } }) => {
  expect(await page.locator('h1').textContent()).toBe(at(0))
  return []
}

function foreignParts(): string[] {
  const found: string[] = []
  const forbidden =
    'script:not([src^="/assets/"], [type="application/ld+json"]), style, object, embed, base, meta[http-equiv], math, .prose form'
  for (const element of document.querySelectorAll(forbidden)) found.push(element.outerHTML.slice(0, 100))
  for (const element of document.querySelectorAll('*')) {
    // Our own script draws the chart and sets styles. The server draws the code to scan.
    if (element.closest('.traffic-plot, .qr')) continue
    for (const { name, value } of element.attributes) {
      // Our scripts give positions and heights to style sheets, as custom properties with nothing but numbers.
      if (name === 'style' && /^(?:--[a-z-]+: [\d.]+(?:px)?; ?)+$/.test(value)) continue
      if (name.startsWith('on') || name === 'srcdoc' || name === 'style') found.push(`${name}=${value}`)
      if (!['href', 'src', 'action', 'formaction', 'poster'].includes(name)) continue
      const { protocol } = new URL(value, document.baseURI)
      if (!/^(https|mailto|rtmps?):$/.test(protocol)) found.push(`${name}=${value}`)
    }
  }
  const own = [...document.querySelectorAll<HTMLElement>('link[rel=stylesheet], form')].map((one) =>
    one instanceof HTMLFormElement ? one.action : one.getAttribute('href'),
  )
  for (const address of own)
    if (new URL(address ?? '', document.baseURI).origin !== location.origin) found.push(String(address))
  return found
}

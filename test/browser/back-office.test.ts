// The Back Office as it looks and behaves in a browser: what styles and scripts add to its pages.
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { ownSite, signedInAt } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

async function officeOf(role: 'admin' | 'owner' = 'owner') {
  const site = await ownSite(server)
  return { site, signedIn: await signedInAt(site, role) }
}

test('a field that was refused looks so, whatever it is', async () => {
  const { site, signedIn } = await officeOf()
  const { page, open } = await browser.screen(site, { signedIn })
  const kinds = new Set<string>()
  for (const path of ['/backoffice/talks/new', '/backoffice/settings', '/account/profile']) {
    await open(path)
    const fields = page.locator('.field :is(input, select, textarea):not([type="checkbox"])')
    const looks = await fields.evaluateAll((all) => {
      const sample = document.body.appendChild(document.createElement('i'))
      sample.style.color = 'var(--bad)'
      const bad = getComputedStyle(sample).color
      return all.map((field) => {
        field.setAttribute('aria-invalid', 'true')
        return {
          kind: `${field.tagName} ${field.getAttribute('type') ?? ''}`,
          name: field.getAttribute('name'),
          isBad: getComputedStyle(field).borderTopColor === bad,
        }
      })
    })
    for (const { kind } of looks) kinds.add(kind.trim())
    expect(looks.filter(({ isBad }) => !isBad)).toEqual([])
  }
  for (const kind of [
    'SELECT',
    'TEXTAREA',
    'INPUT text',
    'INPUT datetime-local',
    'INPUT color',
    'INPUT password',
  ])
    expect([kind, kinds.has(kind)]).toEqual([kind, true])
})

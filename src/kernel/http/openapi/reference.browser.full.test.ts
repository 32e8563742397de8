// The reference of the API at /docs in a browser, and the list of problems.
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../../test/support/screens.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

const OPERATIONS = [
  ['Update a talk, or create it with your own identifier', 'PUT', '/talks/ext:crm-4711'],
  ['List talks', 'GET', '/talks'],
] as const

async function openScreen(options: { colorScheme?: 'light' | 'dark' } = {}): Promise<Screen> {
  const tenant = await server.createTenant()
  return browser.screen({ tenant, host: new URL(tenant.api.url).hostname }, options)
}

const tag = ({ page }: Screen, name: string) => page.getByRole('link', { name, exact: true }).first()
const operation = ({ page }: Screen, name: string) => page.getByRole('link', { name }).first()

test.each(['light', 'dark'] as const)(
  'has no accessibility problems, and neither have the problems, in %s mode',
  async (colorScheme) => {
    const screen = await openScreen({ colorScheme })
    for (const path of ['/docs/', '/problems']) {
      await screen.open(path)
      await screen.page.getByRole('heading', { level: 1 }).first().waitFor()
      if (path === '/docs/') await tag(screen, 'Users').waitFor()
      const violations = await findViolations(screen.page)
      const found = violations.flatMap(({ id, html }) => html.map((text) => `${id} ${text}`))
      expect([path, found]).toEqual([path, []])
    }
  },
)

test('sends test requests without optional parameters', async () => {
  const screen = await openScreen()
  const { page, open } = screen
  await open('/docs/')
  for (const [name, method, path] of OPERATIONS) {
    await operation(screen, name).click()
    const route = path.replace('ext:crm-4711', '{id}')
    const button = `Test Request (${method.toLowerCase()} /api/external/v1${route})`
    await page.getByRole('button', { name: button }).click()
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === method),
      page.getByRole('button', { name: /^Send (put|get) request/ }).click(),
    ])
    const { pathname, search } = new URL(sent.url())
    expect([decodeURIComponent(pathname), search]).toEqual([`/api/external/v1${path}`, ''])
    const names = Object.keys(sent.headers())
    expect(names.filter((one) => /^(if-|idempotency)/.test(one))).toEqual([])
    await page.getByRole('button', { name: 'Close Client' }).click()
  }
})

test('shows every operation with its example, asking only this server, without an error', async () => {
  const screen = await openScreen()
  const { page, open } = screen
  const [asked, errors]: [string[], string[]] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  await open('/docs')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.title()).toBe('Lectern External API')
  for (const name of ['Talks', 'Sponsors', 'Users']) await tag(screen, name).click()
  await operation(screen, 'Create an owner (privileged keys only)').click()
  await page.getByText('"noor@example.org"').first().waitFor()
  const { origin } = new URL(page.url())
  expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
  expect(errors).toEqual([])
  expect(await page.getByText('Deploy', { exact: true }).count()).toBe(0)
})

// The Back Office in a browser: what styles and scripts add to its pages.
import { describe, expect, test } from 'vitest'
import { attendee } from '../support/bodies.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, personNamed, signInAtSite } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

async function officeOf(role: 'admin' | 'owner' = 'owner') {
  const site = await createSite(server)
  return { site, signedIn: await signInAtSite(site, role) }
}

test('an invalid field of any kind is marked', async () => {
  const { site, signedIn } = await officeOf()
  const { page, open } = await browser.screen(site, { signedIn })
  const kinds = new Set<string>()
  for (const path of ['/backoffice/talks/new', '/backoffice/settings/design', '/account/profile']) {
    await open(path)
    const fields = page.locator('.field :is(input, select, textarea):not([type="checkbox"], [type="range"])')
    const looks = await fields.evaluateAll((all) => {
      const sample = document.body.appendChild(document.createElement('i'))
      sample.style.color = 'var(--danger)'
      const bad = getComputedStyle(sample).color
      return all.map((field) => {
        field.style.transition = 'none'
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

const PHONE = { viewport: { width: 390, height: 844 } } as const

test('on a phone, a list is sorted with a menu, and the hidden column headers cannot be focused', async () => {
  const { site, signedIn } = await officeOf()
  for (const title of ['Birch', 'Alder', 'Cedar']) await site.talk(title)
  const { page, open } = await browser.screen(site, { signedIn, ...PHONE })
  await open('/backoffice/talks?mark=')
  const titles = () => page.locator('tbody th a').allTextContents()
  await page.getByText('Sort', { exact: true }).click()
  await page.getByRole('link', { name: 'Title, Z to A' }).click()
  await page.waitForURL(/sort=-title/)
  expect(await titles()).toEqual(['Cedar', 'Birch', 'Alder'])
  expect(await page.locator('.sort-menu [aria-current]').textContent()).toBe('Title, Z to A')
  expect(await page.locator('thead a').first().isVisible()).toBe(false)
})

test('a cell of a list is edited in place, by keyboard too, and a refused value stays in its field', async () => {
  const { site, signedIn } = await officeOf()
  const id = await site.talk('Birch', { room: 'Attic' })
  const { page, open } = await browser.screen(site, { signedIn })
  await open('/backoffice/talks')
  const cell = page.locator(`[data-id="${id}"][data-cell="room"]`)
  await cell.focus()
  await page.keyboard.press('Enter')
  const editor = page.locator('.cell-editor')
  await editor.getByLabel('Room').fill('x'.repeat(300))
  await page.keyboard.press('Enter')
  await editor.locator('.problem:not(:empty)').waitFor()
  await editor.getByLabel('Room').fill('Hall')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell.textContent()).toBe('Hall')
  await cell.click()
  await page.keyboard.press('Escape')
  expect(await editor.count()).toBe(0)
  await page.getByRole('row', { name: /Birch/ }).click({ position: { x: 120, y: 4 } })
  await page.waitForURL(`**/backoffice/talks/${id}`)
})

test('all registrations can be selected at once, on a phone and on a desktop', async () => {
  const { site, signedIn } = await officeOf()
  for (const name of ['ada', 'bea']) await site.tenant.send('POST', '/users', { body: attendee(name) })
  for (const [view, label] of [
    [PHONE, 'Select all'],
    [{}, 'Select all on this page'],
  ] as const) {
    const { page, open } = await browser.screen(site, { signedIn, ...view })
    await open('/backoffice/registrations')
    await page.getByRole('checkbox', { name: label, exact: true }).check()
    const chosen = page.locator('input[name="id"]')
    expect(await chosen.evaluateAll((boxes) => boxes.map((box) => box.matches(':checked')))).toEqual([
      true,
      true,
    ])
    await chosen.first().uncheck()
    expect(await page.locator('input[data-checks]:checked').count()).toBe(0)
  }
})

test.each([
  ['/backoffice/settings/retention', 'Settings', 'Retention', 12],
  ['/account/password', 'Account', 'Password', 10],
] as const)('the pages beside %s are a menu on a phone, and in full on a desktop', async (...row) => {
  const [path, area, current, count] = row
  const { site, signedIn } = await officeOf()
  for (const javaScriptEnabled of [true, false]) {
    const { page, open } = await browser.screen(site, { signedIn, ...PHONE, javaScriptEnabled })
    await open(path)
    const pages = page.getByRole('navigation', { name: area, exact: true })
    expect(await pages.getByRole('link').count()).toBe(0)
    expect((await pages.boundingBox())?.height).toBeLessThan(60)
    await pages.getByText(current, { exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => pages.getByRole('link').count()).toBe(count)
    const boxes = await pages.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const { right, height } = link.getBoundingClientRect()
        return right <= innerWidth && height >= 44
      }),
    )
    expect(boxes).toEqual(Array(count).fill(true))
  }
  const { page, open } = await browser.screen(site, { signedIn })
  await open(path)
  const links = page.getByRole('navigation', { name: area, exact: true }).getByRole('link')
  expect(await links.count()).toBe(count)
  expect(await links.filter({ visible: true }).count()).toBe(count)
  expect(await page.locator('.page-menu summary').isVisible()).toBe(false)
})

test('a long word does not push a column of a list out of its frame', async () => {
  const { site, signedIn } = await officeOf()
  const long = 'W'.repeat(75)
  await site.talk(long, {
    track: long.slice(0, 60),
    speakers: [personNamed(long, long, { email: 'long@example.org' })],
  })
  await site.sponsor(long)
  const { page, open } = await browser.screen(site, { signedIn })
  for (const list of ['talks', 'speakers', 'users', 'sponsors']) {
    await open(`/backoffice/${list}`)
    const { inside, frame } = await page
      .locator('.table-frame')
      .evaluate((frame) => ({ inside: frame.scrollWidth, frame: frame.clientWidth }))
    expect([list, inside]).toEqual([list, frame])
  }
})

describe('typing in a form', () => {
  const MINUTE = 60_000
  const openForm = async () => {
    const { site, signedIn } = await officeOf()
    const screen = await browser.screen(site, { signedIn })
    const { clock } = site.tenant.api
    await screen.page.clock.install({ time: clock.now() })
    await screen.open('/backoffice/talks/new')
    const title = screen.page.getByLabel('Title', { exact: true })
    const pass = async (minutes: number) => {
      clock.pass(minutes * MINUTE)
      await screen.page.clock.fastForward(minutes * MINUTE)
    }
    return { ...screen, title, pass }
  }
  const notice = 'You have been signed out.'

  test('keeps the session alive', async () => {
    const { page, title, pass } = await openForm()
    await title.fill('A')
    for (const text of [' long', ' title']) {
      await pass(20)
      const refreshed = page.waitForResponse((answer) => answer.request().method() === 'HEAD')
      await title.pressSequentially(text)
      expect((await refreshed).status()).toBe(200)
    }
    expect(await page.getByText(notice).isVisible()).toBe(false)
    await page.locator('#links > summary').click()
    await page.getByRole('button', { name: 'Add link' }).click()
    // The form is shown again, not the sign-in.
    await page.locator('#links').getByLabel('Label').waitFor()
    expect(await title.inputValue()).toBe('A long title')
  })

  test('shows that the session has ended before any input is lost', async () => {
    const { page, title, pass } = await openForm()
    await title.fill('A')
    await pass(31)
    const busy = await page.route('**/account', (route) => route.fulfill({ status: 503 }))
    const answered = page.waitForResponse('**/account')
    await title.pressSequentially(' ti')
    await answered
    expect(await page.getByText(notice).isVisible()).toBe(false)
    await busy.dispose()
    await pass(3)
    await title.pressSequentially('tle')
    await page.getByText(notice).waitFor()
    expect(await title.inputValue()).toBe('A title')
  })
})

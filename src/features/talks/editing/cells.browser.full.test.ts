// Editing cells of the list of talks with its script.
import { expect, test } from 'vitest'
import { get, useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('an editor keeps its text when the window is resized, and saves only what was changed', async () => {
  const site = await createSite(server)
  const start = '2027-05-20T09:00:20.000Z'
  const id = await site.talk('Donau', { start, room: 'Hall' })
  await site.talk('Rhein', { room: 'Hall' })
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  const posts: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))
  await open('/backoffice/talks?room=Hall')
  const cell = (name: string) => page.locator(`a.cell-edit[data-id="${id}"][data-cell="${name}"]`)
  const editor = page.locator('.cell-editor')

  await cell('start').click()
  await editor.locator('[name="value"]').press('Enter')
  await expect.poll(() => editor.count()).toBe(0)
  expect(await cell('start').evaluate((link) => link === document.activeElement)).toBe(true)
  expect(posts).toEqual([])

  await page.locator(`input[name="id"][value="${id}"]`).check()
  await cell('room').click()
  const field = editor.locator('[name="value"]')
  await field.fill('Attic')
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await field.inputValue()).toBe('Attic')

  // The talk no longer is in the list, which is filtered by its room.
  await field.press('Enter')
  await expect.poll(() => cell('room').count()).toBe(0)
  expect(await page.locator('.list-total').innerText()).toBe('1 talk')
  expect(await page.locator('output[data-selected]').textContent()).toContain('0')
  expect(posts).toHaveLength(1)
  expect(await get(site.tenant, `/talks/${id}`)).toMatchObject({ start, room: 'Attic' })
})

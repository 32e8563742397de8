// The timetable of 2,000 talks in 13 rooms.
import { expect, test } from 'vitest'
import { manyRooms } from '../../../test/support/many-rooms.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('more changes than can be published at once are published in parts', async () => {
  const site = await createSite(server)
  const owner = await signInAtSite(site, 'owner')
  const { status, body } = await site.tenant.send('PUT', '/programme', { body: manyRooms() })
  expect([status, body.created?.talks]).toEqual([200, 2_000])
  const { page, open } = await browser.screen(site, { signedIn: owner })
  await open('/backoffice/timetable?day=2027-03-02')

  // 600 talks, each 5 minutes later.
  await page.evaluate(() => {
    const { timetable = '', owner } = document.querySelector<HTMLElement>('.planner')?.dataset ?? {}
    const done = JSON.parse(timetable)
      .talks.slice(0, 600)
      .map((row: unknown[]) => {
        const [id, , , , room, , , startAt, duration] = row
        const to = { at: Number(startAt) / 60_000 + 5, room, duration }
        return { key: crypto.randomUUID(), id, to, seen: { startAt, room, duration } }
      })
    localStorage.setItem(`timetable/${owner}`, JSON.stringify({ done }))
  })
  await page.reload()
  const dialog = page.getByRole('dialog')
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Publish' }).waitFor()
  }
  await publish()
  await dialog.getByText('These are the first 500 of 600 changes. Publish the others afterwards.').waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('500 changes published.').waitFor()
  expect(await page.locator('[data-count]').innerText()).toBe('100 changes')
  await publish()
  expect(await dialog.getByText('These are the first').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('100 changes published.').waitFor()
  expect(await page.locator('[data-count]').innerText()).toBe('No changes')
})

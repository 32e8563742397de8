// The line of the current time in the timetable editor, and the rail while every talk has a room.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('the line of now leaves the day at midnight, and a rail says that talks can be dropped on it', async () => {
  const site = await createSite(server)
  await site.change({ timezone: 'UTC' })
  await site.talk('First', { start: '2027-05-20T10:00:00Z', room: 'Hall' })
  await site.talk('Second', { start: '2027-05-21T10:00:00Z', room: 'Hall' })
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await page.clock.install({ time: new Date('2027-05-20T23:58:30Z') })
  await open('/backoffice/timetable?day=2027-05-20')
  const line = page.locator('.planner-now')
  const minute = () => line.evaluate((one) => (one as HTMLElement).style.getPropertyValue('--at'))
  expect([await line.isVisible(), await minute()]).toEqual([true, '1438'])
  await page.clock.fastForward('02:00')
  expect(await line.isVisible()).toBe(false)
  await page.locator('[data-days] a').nth(1).click()
  expect([await line.isVisible(), await minute()]).toEqual([true, '0'])

  const rail = await page.locator('.planner-list').boundingBox()
  expect(await page.locator('.planner-list').getAttribute('title')).toBe(
    'Drag a talk here to take it out of its room.',
  )
  const text = await page.getByRole('heading', { name: 'Without a room' }).boundingBox()
  expect(rail?.width).toBeLessThan(60)
  expect(text?.x).toBeGreaterThanOrEqual(rail?.x ?? 0)
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual((rail?.x ?? 0) + (rail?.width ?? 0))
})

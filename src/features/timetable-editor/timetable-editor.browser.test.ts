// An organizer plans a day: with the mouse, with the keyboard, with the dialog, and in two windows.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../../../test/support/axe.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, personNamed, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi()
const browser = useBrowser()
const DAY = '2027-05-20'

/** The pixels of a minute in the compact scale. */
const MINUTE_PX = 1.5

const cardOf = (page: Page, title: string) => page.locator('.planner-card', { hasText: title })

/** Drags from the upper edge of an element, by steps, as a person would. */
async function drag(page: Page, from: Locator, to: { x: number; y: number }, isAtEnd = false) {
  const box = await from.boundingBox()
  if (!box) throw new Error('The card is not visible.')
  await page.mouse.move(box.x + 30, isAtEnd ? box.y + box.height - 3 : box.y + 2)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y - 10)
  await page.mouse.move(to.x, to.y)
}

/** The point of a time in a room. */
async function pointAt(page: Page, room: string, minutes: number) {
  const box = await page.locator(`.planner-slots[data-room="${room}"]`).boundingBox()
  return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + minutes * MINUTE_PX + 2 }
}

test('a day is planned with mouse and keyboard, and published in one step', async () => {
  const site = await createSite(server)
  await site.change({ timezone: 'UTC' })
  const ada = [personNamed('Ada', 'Sample')]
  const first = await site.talk('First', {
    start: `${DAY}T10:00:00Z`,
    room: 'Hall A',
    duration: 60,
    speakers: ada,
  })
  const second = await site.talk('Second', {
    start: `${DAY}T08:00:00Z`,
    room: null,
    duration: 30,
    speakers: ada,
  })
  const third = await site.talk('Third', {
    ...{ start: `${DAY}T11:00:00Z`, room: 'Hall B', duration: 30 },
    speakers: [personNamed('Bo', 'Sample')],
  })
  const owner = await signInAtSite(site, 'owner')
  const { page, open } = await browser.screen(site, { signedIn: owner })
  await open(`/backoffice/timetable?day=${DAY}`)
  const status = page.locator('[data-lift]')
  const count = page.locator('[data-count]')

  // From the list to a room in which its speaker cannot be.
  await drag(page, page.locator('[data-list]').locator('.planner-card'), await pointAt(page, 'Hall B', 630))
  expect(await status.innerText()).toContain('10:30 to 11:00, Hall B')
  expect(await status.innerText()).toContain('Ada Sample also speaks at 10:00 in Hall A.')
  await page.mouse.up()
  expect(await page.locator('[data-conflicts]').innerText()).toBe('2 conflicts')
  expect(await cardOf(page, 'Second').getAttribute('aria-label')).toContain('Ada Sample also speaks at 10:00')

  // To a later time, and longer.
  await drag(page, cardOf(page, 'Second'), await pointAt(page, 'Hall B', 720))
  await page.mouse.up()
  expect(await page.locator('[data-do="conflict"]').isVisible()).toBe(false)
  await drag(page, cardOf(page, 'Second'), await pointAt(page, 'Hall B', 765), true)
  await page.mouse.up()
  expect(await cardOf(page, 'Second').getAttribute('aria-label')).toContain('12:00 to 12:45, Hall B')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+z')
  expect(await cardOf(page, 'Second').getAttribute('aria-label')).toContain('12:00 to 12:30, Hall B')

  // With the keyboard, to the other room, ten minutes later, and five minutes longer.
  await cardOf(page, 'Third').focus()
  for (const key of ['Enter', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Enter'])
    await page.keyboard.press(key)
  expect(await page.locator('[data-said]').innerText()).toContain(
    'Third moved. Thu, May 20, 11:10 to 11:45, Hall A',
  )
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Third')

  // By its fields, to a day that has no talks yet. A reload keeps everything.
  await page.keyboard.press('m')
  await page.getByLabel('Day', { exact: true }).fill('2027-05-21')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.reload()
  expect(await count.innerText()).toBe('2 changes')
  expect(await page.locator('[data-days] a').allInnerTexts()).toHaveLength(2)

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Thu, May 20, 12:00 to 12:30, Hall B').waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('2 changes published.').waitFor()
  expect(await count.innerText()).toBe('No changes')
  const placeOf = async (id: string) => {
    const { start, room, duration } = await get(site.tenant, `/talks/${id}`)
    return [start, room, duration]
  }
  expect(await placeOf(first)).toEqual([`${DAY}T10:00:00.000Z`, 'Hall A', 60])
  expect(await placeOf(second)).toEqual([`${DAY}T12:00:00.000Z`, 'Hall B', 30])
  expect(await placeOf(third)).toEqual(['2027-05-21T11:10:00.000Z', 'Hall A', 35])
  await open(`/agenda?day=${DAY}&zone=UTC`)
  expect(await page.getByRole('main').innerText()).toMatch(/12:00[\s\S]*Second/)
})

test('publishing leaves the moves of another window, and a move to another day keeps the seconds', async () => {
  const site = await createSite(server)
  await site.change({ timezone: 'UTC' })
  const first = await site.talk('First', { start: `${DAY}T10:00:20.500Z`, room: 'Hall A', duration: 60 })
  const second = await site.talk('Second', { start: `${DAY}T11:00:00Z`, room: 'Hall A', duration: 30 })
  const owner = await signInAtSite(site, 'owner')
  const { page, context, open } = await browser.screen(site, { signedIn: owner })
  await open(`/backoffice/timetable?day=${DAY}`)
  const other = await context.newPage()
  await other.goto(`/backoffice/timetable?day=${DAY}`)

  await cardOf(page, 'First').press('m')
  await page.getByLabel('Day', { exact: true }).fill('2027-05-21')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Fri, May 21, 10:00 to 11:00, Hall A').waitFor()
  await cardOf(other, 'Second').press('m')
  await other.getByLabel('Room', { exact: true }).fill('Hall B')
  await other.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('1 change published.').waitFor()

  const count = page.locator('[data-count]')
  expect(await count.innerText()).toBe('1 change')
  await open(`/backoffice/timetable?day=${DAY}&published=1`)
  expect(await count.innerText()).toBe('1 change')
  expect(await cardOf(page, 'Second').getAttribute('aria-label')).toContain('Hall B')
  expect(await get(site.tenant, `/talks/${first}`)).toMatchObject({ start: '2027-05-21T10:00:20.500Z' })
  expect(await get(site.tenant, `/talks/${second}`)).toMatchObject({ room: 'Hall A' })
})

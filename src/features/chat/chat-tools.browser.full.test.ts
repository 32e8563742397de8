// The tools of a message, the way to the newest messages, and what a message cannot do to others.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()
const JSON_ONLY = { headers: { accept: 'application/json' } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function createTalk(texts: readonly string[]) {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', video: 'https://youtu.be/DemoTalk-01' })
  for (const text of texts)
    await site.tenant.send('POST', `/talks/${id}/messages`, { body: { label: 'Matrix', text } })
  return { site, id }
}

test('a message is reacted and replied to with the tools that appear over it, also by keyboard', async () => {
  const { site, id } = await createTalk(['First', 'Second'])
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site) })
  await open(`/talks/${id}`)
  const message = (text: string) =>
    page.locator('[data-list="message"] > li', { has: page.getByText(text, { exact: true }) })
  await message('First').hover()
  await message('First').getByRole('button', { name: 'React with 👍' }).click()
  await message('First').getByText('👍 1').waitFor()
  // The pointer stays over the first message.
  await page.locator('#message-text').focus()
  const pressUntil = async (key: string, focused: string) => {
    const isReached = () => message('Second').locator(`${focused}:focus`).isVisible()
    for (let presses = 0; presses < 5 && !(await isReached()); presses += 1) await page.keyboard.press(key)
    expect(await isReached(), focused).toBe(true)
  }
  await pressUntil('Shift+Tab', 'a')
  await pressUntil('Tab', '[data-reply]')
  await page.keyboard.press('Enter')
  await page.locator('.chat-replying', { hasText: 'Matrix' }).waitFor()
  await page.keyboard.type('Third')
  await page.keyboard.press('Enter')
  await message('Third').getByText('Reply to Matrix:').waitFor()
  expect(await page.locator('.chat-replying').isVisible()).toBe(false)
})

test('a long press opens the actions of a message', async () => {
  const { site, id } = await createTalk(['First'])
  const { page, open } = await browser.screen(site, PHONE)
  await open(`/talks/${id}`)
  await page.locator('.chat-text').dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
  await page.getByRole('dialog').waitFor()
})

test('a reader who scrolled up stays there, and a button leads to new messages', async () => {
  const { site, id } = await createTalk(Array.from({ length: 40 }, (_, at) => `Message ${at}`))
  const { page, open } = await browser.screen(site)
  await open(`/talks/${id}`)
  const list = page.locator('[data-list="message"]')
  await list.evaluate((element) => element.scrollTo(0, 100))
  const writer = await signInAtSite(site)
  await writer.post(`/talks/${id}/messages`, { text: 'The newest' }, JSON_ONLY)
  await page.getByRole('button', { name: 'New messages' }).click()
  await expect
    .poll(() => list.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight))
    .toBeLessThan(2)
  await page.getByRole('button', { name: 'New messages' }).waitFor({ state: 'hidden' })
})

test('while watching, the field to write in is visible at every size', async () => {
  const { site, id } = await createTalk(Array.from({ length: 40 }, (_, at) => `Message ${at}`))
  const signedIn = await signInAtSite(site)
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [1920, 1080],
    [390, 844],
  ] as const) {
    const { page, open } = await browser.screen(site, { signedIn, viewport: { width, height } })
    await open(`/talks/${id}`)
    await expect
      .poll(async () => {
        const field = await page.locator('#message-text').boundingBox()
        return field !== null && field.y > 0 && field.y + field.height <= height
      })
      .toBe(true)
    await page.evaluate(() => scrollTo(0, 400))
    const video = await page.locator('.stage-screen').boundingBox()
    if (width === 390) expect(video?.y).toBe(0)
  }
})

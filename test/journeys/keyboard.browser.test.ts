// The pages with only a keyboard.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { survey } from '../support/bodies.ts'
import { focused, tabTo } from '../support/keyboard.ts'
import { useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, signInAtSite } from '../support/sites.ts'
import { PASSWORD, Visitor } from '../support/visitors.ts'

const server = useApi()
const browser = useBrowser()

test('a user can sign in, filter the agenda, open a talk, and end a session, with a visible focus', async () => {
  const site = await createSite(server)
  await site.talk('By the sea', { track: 'Coast' })
  await site.talk('By the wood', { track: 'Forest' })
  const { account, ...lost } = await signInAtSite(site, 'attendee')
  expect(lost.cookies.size).toBeGreaterThan(0)
  const { page, open } = await browser.screen(site)
  const press = (key: string) => page.keyboard.press(key)

  await open('/')
  await press('Tab')
  expect(await focused(page)).toEqual({ name: 'Skip to content', isSeen: true })
  await follow(page, 'Sign in')
  await tabTo(page, 'E-mail or username')
  await page.keyboard.type(account.email)
  await tabTo(page, 'Password')
  await page.keyboard.type(PASSWORD)
  await press('Enter')
  await page.waitForURL((url) => url.pathname === '/')

  await follow(page, 'Agenda')
  await tabTo(page, 'Filters')
  await press('Enter')
  await tabTo(page, 'Forest')
  const filtered = page.waitForEvent('domcontentloaded')
  await page.keyboard.press('Space')
  await filtered
  expect(new URL(page.url()).searchParams.get('track')).toBe('Forest')
  expect(await page.locator('.talk h3').allTextContents()).toEqual(['By the wood'])
  await follow(page, 'By the wood')
  expect(await page.locator('h1').allTextContents()).toEqual(['By the wood'])

  await follow(page, 'Account')
  await follow(page, 'Sessions')
  expect(await page.locator('.session').count()).toBe(2)
  await follow(page, 'Sign out Unknown device')
  await page.getByText('The device is signed out.').waitFor()
  const there = new Visitor(site.tenant.api, { host: site.host })
  for (const [name, value] of lost.cookies) there.cookies.set(name, value)
  expect((await there.get('/account')).status).toBe(303)
})

test('an attendee can chat, react, ask, vote, and answer a survey at a live talk, with a visible focus', async () => {
  const site = await createSite(server)
  // Without a video: the focus would disappear in the frame of the player.
  const id = await site.talk('Live', { type: 'youtube' })
  const { send } = site.tenant
  const { body } = await send('PUT', '/surveys/ext:own', { body: survey({ talkId: id }) })
  await send('POST', `/surveys/${body.id}/open`)
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site) })
  const press = (key: string) => page.keyboard.press(key)
  const writeTo = async (field: string, text: string) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
    await press('Enter')
  }

  await open(`/talks/${id}`)
  await writeTo('Your message', 'Hello')
  await page.locator('.chat-log-form').getByText('Hello').waitFor()
  await tabTo(page, await nameOf(page.locator('.chat-log-form .chat-link')))
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, 'React with 👏')
  await press('Enter')
  await page.locator('.chat-reactions').getByText('👏 1').waitFor()
  // The dialog has closed, and the focus is back where it was.
  await page.locator('.chat-log-form .chat-link:focus').waitFor()

  await tabTo(page, 'Chat')
  await press('ArrowRight')
  await writeTo('Your question', 'Why?')
  await tabTo(page, 'Vote: 0 votes')
  await press('Enter')
  await page.getByRole('button', { name: 'Vote: 1 vote', pressed: true }).waitFor()
  await tabTo(page, 'Questions')
  await press('ArrowRight')
  await tabTo(page, 'Yes')
  await press('Space')
  await tabTo(page, 'Send answers')
  await press('Enter')
  await page.getByText('Thank you. Your answers are saved.').waitFor()
})

/** Tabs to a link or button, presses it, and waits for the next page. */
async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  const answered = page.waitForEvent('domcontentloaded')
  await page.keyboard.press('Enter')
  await answered
}

const nameOf = async (locator: Locator): Promise<string> => ((await locator.textContent()) ?? '').trim()

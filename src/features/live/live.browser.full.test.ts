// Live talks in a browser: several people, many tabs of one browser, and keyboards.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const field = ({ page }: Screen) => page.getByLabel('Your message')
const messages = ({ page }: Screen) => page.locator('.chat-log-form .chat-text')
const says = ({ page }: Screen, text: string) => page.getByText(text).first().waitFor()

describe.each(inject('stores'))('on %s', (store) => {
  const server = useApi({ store })
  const browser = useBrowser()

  test('a message by keyboard appears for everyone, and a moderator removes it', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk', { type: 'youtube' })
    const author = await browser.screen(site, { signedIn: await signInAtSite(site) })
    const admin = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
    const visitor = await browser.screen(site)
    for (const screen of [author, admin, visitor]) await screen.open(`/talks/${id}`)
    await field(author).fill('Hello from the keyboard')
    await field(author).press('Enter')
    for (const screen of [author, admin, visitor]) await says(screen, 'Hello from the keyboard')
    expect(await field(author).inputValue()).toBe('')
    expect(await field(visitor).count()).toBe(0)

    await admin.page.getByRole('link', { name: 'Message from Robin' }).first().click()
    await admin.page.getByLabel('Reason').fill('Off topic')
    await admin.page.getByRole('button', { name: 'Remove message', exact: true }).click()
    await messages(visitor).first().waitFor({ state: 'detached' })
    await says(author, 'A moderator removed this message: Off topic')
  })

  test('replies and reactions work in a dialog, and a refusal is shown in the form', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk', { type: 'youtube' })
    const screen = await browser.screen(site, { signedIn: await signInAtSite(site) })
    await screen.open(`/talks/${id}`)
    for (const text of ['One', 'Two', 'Three']) {
      await field(screen).fill(text)
      await field(screen).press('Enter')
      await says(screen, text)
    }
    await screen.page.getByRole('link', { name: 'Message from Robin' }).first().click()
    await screen.page.getByRole('dialog').getByRole('textbox', { name: 'Reply' }).fill('A reply')
    await screen.page.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }).click()
    await says(screen, 'Reply to Robin')
    await screen.page.getByRole('link', { name: 'Message from Robin' }).first().click()
    await screen.page.getByRole('button', { name: 'React with 👏' }).click()
    await screen.page.locator('.chat-reactions').getByText('👏 1').waitFor()
    for (const text of ['Five', 'Six']) {
      await field(screen).fill(text)
      await field(screen).press('Enter')
    }
    await screen.page.getByRole('alert').getByText('That was too fast').waitFor()
    expect(await field(screen).inputValue()).not.toBe('')
  })

  test('what is typed while a message is sent stays in the form', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk', { type: 'youtube' })
    const screen = await browser.screen(site, { signedIn: await signInAtSite(site) })
    await screen.open(`/talks/${id}`)
    await screen.page.route('**/messages', async (route) => {
      await field(screen).fill('Two')
      await route.continue()
    })
    const sent = screen.page.evaluate(
      () => new Promise<void>((resolve) => document.addEventListener('live:sent', () => resolve())),
    )
    await field(screen).fill('One')
    await field(screen).press('Enter')
    await sent
    expect(await field(screen).inputValue()).toBe('Two')
  })

  test('the address of an open page selects its tab', async () => {
    const site = await createSite(server)
    const screen = await browser.screen(site)
    await screen.open(`/talks/${await site.talk('Talk', { type: 'youtube' })}`)
    await screen.page.locator('#chat').waitFor()
    await screen.page.evaluate(() => location.assign('#questions'))
    await screen.page.locator('#questions').waitFor()
    expect(await screen.page.getByRole('tab', { selected: true }).textContent()).toBe('Questions')
  })

  test('seven tabs of one browser are live, and stay so when the first closes', async () => {
    const site = await createSite(server)
    const [id, other] = [
      await site.talk('Talk', { type: 'youtube' }),
      await site.talk('Other', { type: 'youtube' }),
    ]
    const author = await signInAtSite(site, 'admin')
    const first = await browser.screen(site)
    await first.open(`/talks/${id}`)
    const tabs = [first.page]
    for (let index = 1; index < 7; index++) {
      const tab = await first.context.newPage()
      await tab.goto(`/talks/${index % 2 === 0 ? id : other}`)
      tabs.push(tab)
    }
    const write = (talk: string, text: string) =>
      author.post(`/talks/${talk}/messages`, { text }, { headers: { accept: 'application/json' } })
    await write(id, 'Here')
    await write(other, 'There')
    for (const [index, tab] of tabs.entries())
      await tab.getByText(index % 2 === 0 ? 'Here' : 'There', { exact: true }).waitFor()
    await tabs[0]?.close()
    // The next tab takes over. What is written meanwhile is not lost.
    await write(id, 'Still here')
    for (const [index, tab] of tabs.entries())
      if (index > 0 && index % 2 === 0) await tab.getByText('Still here').waitFor()
    for (const tab of tabs.slice(1))
      expect(await tab.getByText('Here', { exact: true }).count()).toBeLessThan(2)
  })

  test('when questions are turned on again, a page still shows what only its reader sees', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk', { type: 'youtube' })
    const [other, reader] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
    const post = async (visitor: typeof reader, path: string, fields: Record<string, string>) =>
      (await visitor.post(`/talks/${id}/${path}`, fields, { headers: { accept: 'application/json' } })).body
    const question = await post(other, 'questions', { text: 'Why?' })
    await post(reader, 'votes', { vote: question.id })
    await post(reader, 'messages', { text: 'Once' })
    await post(reader, 'messages', { text: 'Once' })
    const screen = await browser.screen(site, { signedIn: reader })
    await screen.open(`/talks/${id}`)
    await site.talk('Talk', { features: { questions: false } })
    await screen.page.locator('#questions-tab').waitFor({ state: 'detached' })
    await site.talk('Talk', { features: { questions: true } })
    await screen.page.locator('#questions-tab').click()
    await screen.page.getByRole('button', { name: '1 vote', pressed: true }).waitFor()
    await screen.page.locator('#chat-tab').click()
    await screen.page.getByText('Waiting for a moderator').waitFor()
    await screen.page.getByRole('textbox', { name: 'Your message' }).waitFor()
  })

  test('a chat that is turned off leaves an open page within a second', async () => {
    const site = await createSite(server)
    const id = await site.talk('Talk', { type: 'youtube' })
    const screen = await browser.screen(site)
    await screen.open(`/talks/${id}`)
    await screen.page.locator('#chat').waitFor()
    await delay(500)
    await site.talk('Talk', { features: { chat: false } })
    await screen.page.locator('#chat').waitFor({ state: 'detached', timeout: 1_000 })
  })
})

// What each role does at a live talk in a browser, and how the pages of others follow.
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/kernel/schema/languages.ts'
import { messagesFor } from '../../src/kit/messages/messages.ts'
import { survey } from '../support/bodies.ts'
import { useApi } from '../support/scenarios.ts'
import { type Screen, useBrowser } from '../support/screens.ts'
import { createSite, type Site, signInAtSite } from '../support/sites.ts'
import { variants } from '../support/sizes.ts'
import { sendHeartbeat } from '../support/viewing.ts'
import type { Account, Visitor } from '../support/visitors.ts'

type Person = Visitor & { account: Account }

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }
const DARK = { colorScheme: 'dark' } as const
const VIDEO = { type: 'youtube', video: 'https://youtu.be/DemoTalk-01' }

const button = ({ page }: Pick<Screen, 'page'>, name: string) =>
  page.getByRole('button', { name, exact: true })
const link = ({ page }: Pick<Screen, 'page'>, name: string) => page.getByRole('link', { name, exact: true })
const dialog = ({ page }: Screen) => page.getByRole('dialog')
/** The name of a tab ends with the number of what is new. */
const tabNamed = ({ page }: Screen, name: string, count = '') =>
  page.getByRole('tab', { name: new RegExp(count === '' ? `^${name}(,|$)` : `^${name}, .* ${count}$`) })
const chooseTab = (screen: Screen, name: string) => tabNamed(screen, name).click()
/** In how many lines the name of each tab is. */
const linesOfTabs = ({ page }: Screen) =>
  page.getByRole('tab').evaluateAll((tabs) =>
    tabs.map((tab) => {
      const range = document.createRange()
      if (tab.firstChild) range.selectNode(tab.firstChild)
      return range.getClientRects().length
    }),
  )
const chatOf = ({ page }: Screen) => page.locator('#chat')
const questionsOf = ({ page }: Screen) => page.locator('#questions')
const says = ({ page }: Pick<Screen, 'page'>, text: string | RegExp) => page.getByText(text).first().waitFor()

async function write({ page }: Screen, text: string): Promise<void> {
  await page.locator('#message-text').fill(text)
  await page.locator('#message-text').press('Enter')
}
const openMessage = ({ page }: Screen, text: string) =>
  page
    .locator('.chat-log-form .chat-message', { has: page.locator('.chat-text', { hasText: text }) })
    .locator('.chat-link')
    .click()
const openQuestion = ({ page }: Screen, text: string) =>
  page.locator('#questions .question', { hasText: text }).locator('.chat-link').click()

const server = useApi()
const browser = useBrowser()

const screens = [
  ['a dark phone', 'de', { ...PHONE, ...DARK, locale: 'de-DE' }],
  ['a light desktop', 'en', DESKTOP],
] as const

describe.each(variants(screens))('on %s in %s', (_size, language: Language, view) => {
  const { live, questions, surveys, ledgers, viewers, office: officeTexts, ...texts } = messagesFor(language)
  const { chat } = live

  const speakerNamed = async (site: Site, firstName: string) => {
    const visitor = await signInAtSite(site, 'speaker', { type: 'Speaker', firstName })
    const { email } = visitor.account
    return { visitor, person: { email, firstName, lastName: 'Sample' } }
  }

  /** A live talk with a speaker named Sol and a moderator named Moe, and everyone's open page of it. */
  async function createTalk(more: object = {}) {
    const site = await createSite(server)
    const [sol, moe] = await Promise.all([speakerNamed(site, 'Sol'), speakerNamed(site, 'Moe')])
    const talk = { type: 'youtube', speakers: [sol.person], moderators: [moe.person], ...more }
    const id = await site.talk('Talk', talk)
    const open = async (signedIn?: Visitor) => {
      const screen = await browser.screen(site, { ...view, ...(signedIn ? { signedIn } : {}) })
      await screen.open(`/talks/${id}`)
      return screen
    }
    const personNamed = (firstName: string): Promise<Person> => signInAtSite(site, 'attendee', { firstName })
    /** What somebody else does meanwhile. */
    const post = async (visitor: Visitor, path: string, fields: Record<string, string>) => {
      const headers = { accept: 'application/json' }
      const { body, status } = await visitor.post(`/talks/${id}${path}`, fields, { headers })
      expect([status, body.code]).toEqual([200, 'ok'])
      return String(body.id)
    }
    const api = (method: string, path: string, body?: object) => site.tenant.send(method, path, { body })
    return { site, id, speaker: sol.visitor, moderator: moe.visitor, open, personNamed, post, api }
  }

  test('a visitor opens a talk in the agenda, follows chat and questions, and is invited to sign in', async () => {
    const { site, id, personNamed, post, api } = await createTalk()
    const ada = await personNamed('Ada')
    await post(ada, '/messages', { text: 'Before you came' })
    const visitor = await browser.screen(site, view)
    await visitor.open('/agenda')
    await link(visitor, 'Talk').first().click()
    await chatOf(visitor).getByText('Before you came').waitFor()
    await post(ada, '/messages', { text: 'Welcome' })
    await chatOf(visitor).getByText('Welcome').waitFor()
    expect(await link(visitor, chat.signIn).getAttribute('href')).toBe(
      `/sign-in?next=${encodeURIComponent(`/talks/${id}`)}`,
    )
    const question = await post(ada, '/questions', { text: 'Why?' })
    await chooseTab(visitor, questions.heading)
    await questionsOf(visitor).getByText('Why?').waitFor()
    await link(visitor, questions.signIn).waitFor()
    await chooseTab(visitor, surveys.heading)
    await says(visitor, surveys.empty)

    const projector = await browser.screen(site, view)
    await projector.open(`/talks/${id}/stage`)
    await says(projector, questions.stage.waiting)
    await api('PUT', `/talks/${id}/questions/${question}`, { state: 'on_stage' })
    await projector.page.getByRole('heading', { name: 'Why?' }).waitFor()
    await questionsOf(visitor).getByText(questions.states.on_stage).waitFor({ state: 'attached' })
  })

  test('an attendee chats, replies, reacts, reports, asks, votes, answers a survey, and earns points', async () => {
    const { id, personNamed, post, api, open } = await createTalk(VIDEO)
    const { body: asked } = await api('PUT', '/surveys/ext:own', survey({ talkId: id }))
    await api('POST', `/surveys/${asked.id}/open`)
    const ada = await personNamed('Ada')
    await post(ada, '/messages', { text: 'Is anyone here?' })
    await post(ada, '/questions', { text: 'Why?' })
    const ben = await open(await personNamed('Ben'))
    await write(ben, 'I am')
    await chatOf(ben).getByText('I am').waitFor()
    await openMessage(ben, 'Is anyone here?')
    await dialog(ben).getByRole('textbox', { name: chat.page.answer }).fill('More than one')
    await dialog(ben).getByRole('button', { name: chat.page.answer, exact: true }).click()
    await chatOf(ben)
      .getByText(chat.answering({ name: 'Ada Sample' }).replace(/ Sample.*/, ''))
      .waitFor()
    await openMessage(ben, 'Is anyone here?')
    await button(ben, `${chat.react} 👏`).click()
    await chatOf(ben).getByText('👏 1').waitFor()
    await openMessage(ben, 'Is anyone here?')
    await dialog(ben).getByText(chat.page.report, { exact: true }).first().click()
    await dialog(ben).getByLabel(chat.page.reportReason).fill('Spam')
    await dialog(ben).getByRole('button', { name: chat.page.report }).click()
    await dialog(ben).waitFor({ state: 'detached' })

    await chooseTab(ben, questions.heading)
    await ben.page.getByRole('button', { name: questions.vote({ count: 0 }) }).click()
    await ben.page.getByRole('button', { name: questions.vote({ count: 1 }), pressed: true }).waitFor()
    await ben.page.getByLabel(questions.yourQuestion).fill('How?')
    await button(ben, questions.ask).click()
    await questionsOf(ben).getByText('How?').waitFor()

    await chooseTab(ben, surveys.heading)
    await ben.page.getByRole('radio', { name: 'Yes' }).check()
    await ben.page.getByRole('radio', { name: '4' }).check()
    await button(ben, surveys.send).click()
    await says(ben, surveys.answered)
    expect(await ben.page.getByText(viewers.count({ count: 1 })).count()).toBe(0)

    await ben.open('/account')
    await ben.page.getByRole('heading', { name: ledgers.points({ count: 5 }) }).waitFor()
    for (const kind of [ledgers.pointKinds.question, ledgers.pointKinds.survey]) await says(ben, kind)
    await link(ben, ledgers.account.leaderboard).first().click()
    await ben.page
      .getByRole('row', { name: 'Ben' })
      .getByText(ledgers.leaderboard.you, { exact: true })
      .waitFor()
    const messages = (await api('GET', `/talks/${id}/messages`)).body.items
    expect(
      messages.map(({ text, reports }: { text: string; reports: number }) => [text, reports]),
    ).toContainEqual(['Is anyone here?', 1])
  })

  test('an attendee pays for a talk once, after a page that says so and can be declined', async () => {
    const { site, id, personNamed, open, api } = await createTalk(VIDEO)
    await site.change({ credits: { isOn: true, price: 2 } })
    const ben = await personNamed('Ben')
    await api('POST', `/users/${ben.account.id}/credits`, { kind: 'grant', amount: 5 })
    const screen = await open(ben)
    const player = screen.page.frameLocator('iframe.stage-screen')
    const balance = async () => (await api('GET', `/users/${ben.account.id}/credits`)).body.balance
    await player.getByText(ledgers.lock.costs.live({ price: 2 })).waitFor()
    const device = await open(ben)
    const otherPlayer = device.page.frameLocator('iframe.stage-screen')
    await otherPlayer.getByText(ledgers.lock.costs.live({ price: 2 })).waitFor()
    expect(await chatOf(device).count()).toBe(0)
    await player.getByRole('link', { name: ledgers.lock.open({ price: 2 }) }).click()
    await says(screen, ledgers.open.after({ left: 3 }))
    await link(screen, ledgers.open.decline).click()
    await player.getByText(ledgers.lock.balance({ balance: 5 })).waitFor()
    expect(await balance()).toBe(5)
    await player.getByRole('link', { name: ledgers.lock.open({ price: 2 }) }).click()
    await button(screen, ledgers.open.confirm({ price: 2 })).click()
    await player.locator('iframe.screen').waitFor()
    // The page on another device follows without being opened again.
    await otherPlayer.locator('iframe.screen').waitFor()
    await write(device, 'Hello from here')
    await chatOf(screen).getByText('Hello from here').waitFor()
    await screen.open(`/talks/${id}`)
    await player.locator('iframe.screen').waitFor()
    expect(await balance()).toBe(3)
    await screen.open('/account')
    await screen.page.getByRole('heading', { name: ledgers.credits({ count: 3 }) }).waitFor()
  })

  test('a speaker answers a question in writing, which others see at once', async () => {
    const { speaker, personNamed, post, open } = await createTalk()
    const ada = await personNamed('Ada')
    await post(ada, '/questions', { text: 'Why?' })
    await post(ada, '/questions', { text: 'How?' })
    const [stage, visitor] = await Promise.all([open(speaker), open()])
    for (const screen of [stage, visitor]) await chooseTab(screen, questions.heading)
    await openQuestion(stage, 'Why?')
    await dialog(stage).getByLabel(questions.page.answer).fill('Because it works.')
    await dialog(stage).getByRole('button', { name: questions.actions.markAsAnswered }).click()
    const answered = visitor.page.locator('.question.answered')
    await answered.getByText('Because it works.').waitFor()
    await answered.getByText(questions.states.answered).waitFor()
    // Speakers moderate neither questions nor the chat.
    expect(await questionsOf(stage).getByRole('button', { name: questions.actions.dismiss }).count()).toBe(0)
    expect(await link(stage, chat.moderate).count()).toBe(0)
  })

  test('a moderator runs the chat, and open pages follow', async () => {
    const { site, id, moderator, personNamed, post, open, api } = await createTalk()
    const eve = await personNamed('Eve')
    for (const text of ['Buy my book', 'Good morning']) await post(eve, '/messages', { text })
    const [desk, reader, author] = await Promise.all([open(moderator), open(), open(eve)])
    await chatOf(reader).getByText('Good morning').waitFor()

    await openMessage(desk, 'Good morning')
    await button(desk, chat.page.pin).click()
    await reader.page.locator('.chat-pinned').getByText('Good morning').waitFor()
    await openMessage(desk, 'Buy my book')
    await desk.page.getByLabel(chat.page.reason).fill('No ads')
    await dialog(desk).getByRole('button', { name: chat.page.remove }).click()
    await chatOf(reader).getByText('Buy my book').waitFor({ state: 'detached' })
    await chatOf(author)
      .getByText(chat.removedBecause({ reason: 'No ads' }))
      .waitFor()
    await openMessage(desk, 'Good morning')
    await desk.page.getByLabel(chat.page.muteFor).selectOption('event')
    await button(desk, chat.page.mute).click()
    await dialog(desk).waitFor({ state: 'detached' })
    await write(author, 'And another thing')
    await author.page.locator('#chat').getByRole('alert').getByText(texts.errors.pages.muted.text).waitFor()

    const settings = await browser.screen(site, { ...view, signedIn: moderator })
    await settings.open(`/talks/${id}/moderation`)
    await settings.page.getByRole('listitem').filter({ hasText: 'Eve' }).waitFor()
    await button(settings, chat.moderation.unmute).click()
    await says(settings, chat.moderation.noMutes)
    await settings.page.getByLabel(chat.moderation.slowSeconds).fill('30')
    await button(settings, chat.moderation.save).click()
    await says(reader, chat.slow({ seconds: 30 }))
    await settings.page.getByLabel(chat.moderation.slowSeconds).fill('0')
    await settings.page.getByLabel(chat.moderation.modes.approval).check()
    await button(settings, chat.moderation.save).click()
    await says(reader, chat.approval)
    await write(author, 'May I?')
    await chatOf(author).getByText(chat.held).waitFor()
    // What waits appears on open pages of moderators.
    await settings.page.getByText('May I?').waitFor()
    await tabNamed(desk, chat.moderation.tab, '1').click()
    expect(await chatOf(reader).getByText('May I?').count()).toBe(0)
    await desk.page.locator('#chat-review').getByRole('button', { name: chat.page.approve }).click()
    await chatOf(reader).getByText('May I?').waitFor()
    await says(settings, chat.moderation.noneToReview)
    expect((await api('GET', `/talks/${id}/live`)).body.chatMode).toBe('approval')
  })

  test('a moderator runs questions and surveys, and open pages follow', async () => {
    const { site, id, moderator, personNamed, post, open, api } = await createTalk()
    await api('PUT', '/surveys/ext:own', survey({ talkId: id }))
    const [ada, ben] = [await personNamed('Ada'), await personNamed('Ben')]
    const why = await post(ada, '/questions', { text: 'Why?' })
    await post(ada, '/votes', { vote: why })
    const reason = await post(ben, '/questions', { text: 'For what reason?' })
    await post(ben, '/votes', { vote: reason })
    const [desk, reader] = await Promise.all([open(moderator), open(await personNamed('Cem'))])
    const projector = await browser.screen(site, view)
    await projector.open(`/talks/${id}/stage`)
    for (const screen of [desk, reader]) await chooseTab(screen, questions.heading)

    await openQuestion(desk, 'For what reason?')
    await desk.page.getByLabel(questions.page.mergeInto).selectOption('Why?')
    await button(desk, questions.page.merge).click()
    await questionsOf(reader).getByText('For what reason?').waitFor({ state: 'detached' })
    await reader.page.getByRole('button', { name: questions.vote({ count: 2 }) }).waitFor()
    await button(desk, questions.actions.putOnStage).click()
    await projector.page.getByRole('heading', { name: 'Why?' }).waitFor()
    await questionsOf(reader).getByText(questions.states.on_stage).waitFor()
    await button(desk, questions.actions.markAsAnswered).click()
    await questionsOf(reader).getByText(questions.states.answered).waitFor()

    await chooseTab(desk, surveys.heading)
    await button(desk, surveys.moderation.open).click()
    await says(reader, surveys.opened({ title: 'How was it?' }))
    await tabNamed(reader, surveys.heading, '1').click()
    await reader.page.getByRole('radio', { name: 'Yes' }).check()
    await button(reader, surveys.send).click()
    await says(reader, surveys.answered)
    await says(desk, surveys.responses({ count: 1 }))
    await button(desk, surveys.moderation.close).click()
    await button(desk, surveys.moderation.show).click()
    await projector.page.getByRole('heading', { name: 'How was it?' }).waitFor()
    await projector.page.getByText(surveys.responses({ count: 1 })).waitFor()
  })

  test('an admin turns features off and on, reviews reported messages, and sees the attendance', async () => {
    const { site, id, personNamed, post, open, api } = await createTalk(VIDEO)
    const admin = await signInAtSite(site, 'admin')
    const [ada, ben] = [await personNamed('Ada'), await personNamed('Ben')]
    const message = await post(ada, '/messages', { text: 'Rude words' })
    await post(ben, `/messages/${message}/report`, { reason: 'Rude' })
    const office = await browser.screen(site, { ...view, signedIn: admin })
    const reader = await open()
    await post(ben, '/questions', { text: 'Why?' })
    const desk = await browser.screen(site, {
      ...view,
      viewport: { width: 320, height: 640 },
      signedIn: admin,
    })
    await desk.open(`/talks/${id}`)
    expect(await linesOfTabs(desk)).toEqual([1, 1, 1, 1])

    await office.open('/backoffice/settings/features')
    for (const isOn of [false, true]) {
      await office.page.getByLabel(texts.names.features.chat, { exact: true }).setChecked(isOn)
      await button(office, texts.forms.save).first().click()
      await chatOf(reader).waitFor({ state: isOn ? 'attached' : 'detached' })
    }
    await office.open(`/talks/${id}/moderation`)
    await says(office, chat.reported({ count: 1 }))
    await button(office, chat.page.remove).click()
    await says(office, chat.moderation.noneToReview)
    await chatOf(reader).getByText('Rude words').waitFor({ state: 'detached' })

    const { clock } = site.tenant.api
    for (let minute = 0; minute < 3; minute += 1) {
      await sendHeartbeat(ada, id)
      clock.pass(60_000)
    }
    const people = async () => (await api('GET', `/talks/${id}/attendance`)).body.items.length
    // Heartbeats are written every two seconds.
    await expect.poll(people, { timeout: 10_000 }).toBe(1)
    await office.open(`/backoffice/talks/${id}`)
    await link(office, officeTexts.objects.tabs.attendance).click()
    await office.page.getByRole('link', { name: ada.account.email }).waitFor()
  })
})

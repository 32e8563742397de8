// The pages of live talks pass axe for every role, on a desktop and a phone, in light and dark mode.
import { expect, test } from 'vitest'
import { faultsInAllViews } from '../../../test/support/axe.ts'
import { survey } from '../../../test/support/bodies.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { type Screen, useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import type { Visitor } from '../../../test/support/visitors.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

/** A live talk with messages, questions, and surveys in every state. */
async function createTalk() {
  const site = await createSite(server)
  const id = await site.talk('Talk', { type: 'youtube', track: 'Stage' })
  const { send } = site.tenant
  const api = async (method: string, path: string, body: object = {}) => {
    const answer = await send(method, path, { body })
    expect([200, 201], answer.text).toContain(answer.status)
    return answer.body
  }
  const admin = await signInAtSite(site, 'admin')
  const person = await signInAtSite(site, 'attendee', { firstName: 'Ada' })
  const post = async (visitor: Visitor, path: string, fields: Record<string, string>) =>
    (await visitor.post(`/talks/${id}${path}`, fields, { headers: { accept: 'application/json' } })).body

  await site.change({ chat: { isPaused: false, holdsLinks: true, heldWords: [] } })
  const hello = await post(admin, '/messages', { text: 'Hello @robin, see https://example.org/slides.' })
  const reply = await post(person, '/messages', { text: 'Thank you', replyTo: hello.id })
  await post(person, '/reactions', { reaction: `${hello.id} 👏` })
  await post(await signInAtSite(site), `/messages/${reply.id}/report`, { reason: 'Spam' })
  await post(person, '/messages', { text: 'Held: https://example.org/' })
  const removed = await post(person, '/messages', { text: 'Removed' })
  await post(admin, `/messages/${removed.id}/moderate`, { do: 'remove', reason: 'Off topic' })
  await api('POST', `/talks/${id}/messages`, { label: 'Matrix', text: 'From another chat' })
  await api('PUT', `/talks/${id}/live`, { pinnedMessageId: hello.id, slowSeconds: 5 })

  const asked: string[] = []
  for (const text of ['Open?', 'Anonymous?', 'Answered?', 'Dismissed?', 'On stage?'])
    asked.push((await api('POST', `/talks/${id}/questions`, { label: 'Matrix', text })).id)
  const [open = '', , answered, dismissed, onStage] = asked
  await post(person, '/questions', { text: 'Who asks this?', anonymous: 'yes' })
  await post(person, '/votes', { vote: open })
  await api('PUT', `/talks/${id}/questions/${answered}`, { answer: 'In writing.' })
  await api('PUT', `/talks/${id}/questions/${dismissed}`, { state: 'dismissed' })
  await api('PUT', `/talks/${id}/questions/${onStage}`, { state: 'on_stage' })

  const add = async (name: string, more: object) =>
    String((await api('PUT', `/surveys/ext:${name}`, survey({ title: `${name} survey`, ...more }))).id)
  const [own, anonymous] = [await add('own', { talkId: id }), await add('anonymous', { anonymous: true })]
  const closed = await add('closed', { talkId: id, results: 'after_closing' })
  await add('draft', { talkId: id })
  for (const one of [own, anonymous, closed]) await api('POST', `/surveys/${one}/open`)
  await person.post(`/surveys/${own}/answers`, { 'answers/0': '0', 'answers/2': '4' })
  await person.post(`/surveys/${closed}/answers`, { 'answers/0': '1' })
  await api('POST', `/surveys/${closed}/close`)
  await person.submit('/account/privacy', { listed: 'on', ranked: 'on' })
  for (let minute = 0; minute < 3; minute += 1) {
    for (const viewer of [person, site.visitor]) await sendHeartbeat(viewer, id)
    site.tenant.api.clock.pass(60_000)
  }
  return {
    site,
    id,
    api,
    admin,
    person,
    message: String(hello.id),
    question: open,
    surveys: [own, anonymous, closed],
  }
}

async function faultsOnTabs({ page, ...screen }: Screen, where: string): Promise<string[]> {
  const found: string[] = []
  for (const name of ['Chat', 'Questions', 'Surveys']) {
    await page.getByRole('tab', { name }).click()
    found.push(...(await faultsInAllViews({ page, ...screen }, `${name} of ${where}`)))
  }
  return found
}

test('axe finds nothing on the page of a live talk, its dialogs, and the pages around it', async () => {
  const { site, id, admin, person, message, question, surveys } = await createTalk()
  const found: string[] = []
  const page = `/talks/${id}`
  for (const [where, signedIn] of [
    ['a visitor', undefined],
    ['an attendee', person],
    ['an admin', admin],
  ] as const) {
    const screen = await browser.screen(site, signedIn ? { signedIn } : {})
    await screen.open(page)
    found.push(...(await faultsOnTabs(screen, where)))
    for (const tab of ['Chat', 'Questions']) {
      await screen.page.getByRole('tab', { name: tab }).click()
      await screen.page.locator('.live-section:not([hidden]) [data-list] [data-dialog]').first().click()
      await screen.page.getByRole('dialog').waitFor()
      found.push(...(await faultsInAllViews(screen, `the dialog in ${tab} of ${where}`)))
      await screen.page.keyboard.press('Escape')
    }
    const common = [
      `${page}/messages/${message}`,
      `${page}/questions/${question}`,
      `${page}/viewers`,
      '/surveys',
    ]
    const ofPeople = ['/leaderboard', '/account', ...surveys.map((one) => `/surveys/${one}`)]
    const ofStaff = [
      ...[`${page}/moderation`, `/backoffice/talks/${id}/attendance`, '/backoffice/settings/live'],
      ...['/backoffice/surveys', ...surveys.map((one) => `/backoffice/surveys/${one}`)],
    ]
    const paths = [...common, ...(signedIn ? ofPeople : []), ...(signedIn === admin ? ofStaff : [])]
    for (const path of paths) {
      expect([path, await screen.open(path)]).toEqual([path, 200])
      found.push(...(await faultsInAllViews(screen, `${path} of ${where}`)))
    }
  }
  expect(found).toEqual([])
})

test('axe finds nothing on the projector view, and on the page of a talk without any messages', async () => {
  const { site, id, api, surveys } = await createTalk()
  const screen = await browser.screen(site)
  const found: string[] = []
  for (const stage of [null, { kind: 'survey', id: surveys[2] }]) {
    await screen.open(`/talks/${id}/stage`)
    found.push(...(await faultsInAllViews(screen, 'the projector view')))
    await api('PUT', `/talks/${id}/live`, { stage })
  }
  await screen.open(`/talks/${id}/stage`)
  found.push(...(await faultsInAllViews(screen, 'the projector view of a survey')))
  for (const signedIn of [undefined, await signInAtSite(site, 'admin')]) {
    const start = signedIn ? '2027-03-01T11:00:00Z' : '2027-03-02T11:00:00Z'
    const empty = await browser.screen(site, signedIn ? { signedIn } : {})
    await empty.open(`/talks/${await site.talk('Empty', { start, duration: 30, type: 'youtube' })}`)
    found.push(...(await faultsInAllViews(empty, 'an empty page')))
  }
  expect(found).toEqual([])
})

test('axe finds nothing on players, and on the pages for people who have to pay', async () => {
  const { site, person, api } = await createTalk()
  const [visitor, screen] = [await browser.screen(site), await browser.screen(site, { signedIn: person })]
  const found: string[] = []
  const sources = [
    ['youtube', 'https://youtu.be/DemoTalk-01'],
    ['rtmp', 'https://live.example.org/main.mp4'],
    ['rtmp', 'rtmps://live.example.org/main'],
    ['external', 'https://rooms.example.com/talk'],
    ['embedded', null],
  ] as const
  await site.change({ roomAddress: 'https://meet.example.org/{id}' })
  for (const [type, video] of sources) {
    const player = `/talks/${await site.talk('Watched', { type, video })}/player`
    expect([player, await visitor.open(player)]).toEqual([player, 200])
    found.push(...(await faultsInAllViews(visitor, `the player of ${type}`)))
    // What the player shows in other states.
    await visitor.page.locator('main [hidden]').evaluateAll((all) => {
      for (const one of all) one.removeAttribute('hidden')
    })
    found.push(...(await faultsInAllViews(visitor, `the messages of the player of ${type}`)))
  }
  const id = await site.talk('Watched', { type: 'youtube', video: sources[0][1] })
  await site.change({ credits: { isOn: true, price: 1 } })
  for (const amount of [0, 5]) {
    if (amount > 0) await api('POST', `/users/${person.account.id}/credits`, { kind: 'grant', amount })
    for (const path of [`/talks/${id}/player`, `/talks/${id}/open`]) {
      expect([path, await screen.open(path)]).toEqual([path, 200])
      found.push(...(await faultsInAllViews(screen, `${path} with ${amount} credits`)))
    }
  }
  await visitor.open(`/talks/${id}/player`)
  found.push(...(await faultsInAllViews(visitor, 'the player without an account')))
  expect(found).toEqual([])
})

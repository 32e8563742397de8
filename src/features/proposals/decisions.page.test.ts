// What follows from a proposal of a speaker: an e-mail with the decision, and the files that it no longer needs.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { png } from '../../../test/support/pictures.ts'
import { type MailServer, startMailServer, waitForEmailTo } from '../../../test/support/smtp.ts'
import { type Account, signInAs, type Visitor } from '../../../test/support/visitors.ts'
import { removeUnused } from '../files/unused-files.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { applyRetention } from '../platforms/retention-job.ts'

const DAY = 24 * 3_600_000

let mail: MailServer
let api: TestApi
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://events.example.org',
    },
  })
  await changeSettings(api.installation, api.platform.caller, { talkEditing: 'approval' })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

let speaker: Visitor & { account: Account }
let staff: typeof speaker
let id: string
let pictures = 0
beforeEach(async () => {
  staff = await signInAs(api, 'owner')
  speaker = await signInAs(api, 'speaker')
  const { account } = speaker
  const speakers = [{ email: account.email, firstName: 'Robin', lastName: 'Sample' }, ...talk().speakers]
  const made = await api.send('PUT', `/talks/ext:of-${account.id}`, {
    body: talk({ title: 'First', speakers }),
  })
  id = made.body.id
})

async function upload(): Promise<string> {
  pictures += 1
  const raw = await png({ width: 40 + pictures, height: 30 })
  return (await api.send('POST', '/files', { raw, headers: { 'content-type': 'image/png' } })).body.path
}

async function propose(texts: Record<string, string>): Promise<void> {
  const { body } = await api.send('GET', `/talks/${id}`)
  const answer = await speaker.post(`/account/talks/${id}`, {
    ...{ title: 'First', description: body.description, version: String(body.version), do: 'save' },
    ...texts,
  })
  expect(answer.headers.location, answer.text).toBe('/account?done=proposal')
}

async function decide(fields: Record<string, string>): Promise<void> {
  const { text } = await staff.get(`/backoffice/proposals/${id}`)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  const answer = await staff.post(`/backoffice/proposals/${id}`, {
    ...{ proposal: field('proposal'), version: field('version') },
    ...fields,
  })
  expect(answer.status, answer.text).toBe(303)
}

/** Whether the file still exists after a day without use. */
async function isKept(path: string): Promise<boolean> {
  api.clock.pass(DAY + 1)
  await removeUnused(api.installation)
  return (await api.sendTo('GET', path, { key: null })).status === 200
}

test('the author gets an e-mail with the approval, which leads to the talk', async () => {
  await propose({ title: 'Second' })
  await decide({ do: 'approve' })
  const email = await waitForEmailTo(mail, speaker.account.email)
  expect(email).toContain('They are approved')
  expect(email).toContain(`https://events.example.org/talks/${id}`)
})

test('the author gets an e-mail with the rejection and its reason, which leads to the form', async () => {
  await propose({ title: 'Second' })
  await decide({ do: 'reject', reason: 'Too long for the {name} tags.' })
  const email = await waitForEmailTo(mail, speaker.account.email)
  expect(email).toContain('are not approved')
  expect(email).toContain('Too long for the {name} tags.')
  expect(email).toContain(`https://events.example.org/account/talks/${id}`)
})

test('organizers change the texts of these e-mails, and see them with sample values', async () => {
  const path = '/backoffice/settings/email-texts/proposal_rejected'
  const page = await staff.get(path)
  expect(page.text).toContain('{reason} is why you rejected it')
  const sent = { language: 'en', subject: 'About {talk}', text: 'Because: {reason}' }
  const preview = await staff.post(path, { ...sent, do: 'preview' })
  expect(preview.text).toContain('About Tests that people trust')
  const refused = await staff.post(path, { ...sent, text: '{inviter}', do: 'save' })
  expect(refused.status).toBe(422)
})

test('the list of talks links to the proposals that wait, with their number', async () => {
  const before = (await staff.get('/backoffice/talks')).text
  expect(before).not.toContain('Proposed changes (')
  await propose({ title: 'Second' })
  const { text } = await staff.get('/backoffice/talks')
  expect(text).toContain('<a class="button if-wide" href="/backoffice/proposals">Proposed changes (1)</a>')
  await decide({ do: 'approve' })
  expect((await staff.get('/backoffice/talks')).text).not.toContain('Proposed changes (')
})

test('a picture is kept while it is proposed, and removed with the talk', async () => {
  const image = await upload()
  await propose({ image })
  expect(await isKept(image)).toBe(true)
  await api.send('DELETE', `/talks/${id}`)
  expect(await isKept(image)).toBe(false)
})

test('a picture is removed with the account that proposed it', async () => {
  const image = await upload()
  await propose({ image })
  expect((await api.send('DELETE', `/users/${speaker.account.id}`)).status).toBe(200)
  expect(await isKept(image)).toBe(false)
})

test('a picture that something else refers to stays', async () => {
  const image = await upload()
  await propose({ image })
  await api.send('PUT', '/talks/ext:other', { body: talk({ image }) })
  await api.send('DELETE', `/talks/${id}`)
  expect(await isKept(image)).toBe(true)
})

test('an approved picture stays with its talk', async () => {
  const image = await upload()
  await propose({ image })
  await decide({ do: 'approve' })
  expect(await isKept(image)).toBe(true)
})

test('a rejected proposal can be corrected for 30 days, and is then removed with its pictures', async () => {
  const image = await upload()
  await propose({ image, title: 'Second' })
  api.clock.pass(29 * DAY)
  await speaker.signIn(speaker.account.email)
  await staff.signIn(staff.account.email)
  await decide({ do: 'reject', reason: 'No' })
  api.clock.pass(29 * DAY)
  await applyRetention(api.installation)
  expect(await isKept(image)).toBe(true)
  await speaker.signIn(speaker.account.email)
  expect((await speaker.get(`/account/talks/${id}`)).text).toContain('value="Second"')
  api.clock.pass(DAY)
  await applyRetention(api.installation)
  expect(await isKept(image)).toBe(false)
  expect((await speaker.get(`/account/talks/${id}`)).text).not.toContain('value="Second"')
})

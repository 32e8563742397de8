// Registering with questions, automatic acceptance, places, and a waiting list.
import { beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { summaryProblems } from '../../../../test/support/office.ts'
import { startMailedPlatform } from '../../../../test/support/shared-servers.ts'
import { decodeQuotedPrintable, type MailServer } from '../../../../test/support/smtp.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'

const SETTINGS = '/backoffice/settings/registration'
const MINUTE = 60_000
const PERSON = { firstName: 'Robin', lastName: 'Sample', password: PASSWORD, repeated: PASSWORD }

let api: TestApi
let mail: MailServer
let linksTo: (email: string, path: string) => string[]
let staff: Visitor
beforeAll(async () => {
  const started = await startMailedPlatform({
    firstDay: '2027-05-20',
    lastDay: '2027-05-21',
    venue: 'Town Hall',
  })
  ;({ api, mail, linksTo } = started)
  staff = await signInAs(api, 'admin')
})

const read = async (email: string) => (await api.send('GET', `/users/${email}`)).body
const problemsOn = ({ text }: Page) =>
  [...text.matchAll(/id="field-([\w-]+)-problem"[^>]*>([^<]+)</g)].map(([, field, message]) => [
    field,
    message,
  ])

async function linkTo(email: string): Promise<string> {
  await new Visitor(api).post('/sign-up', { email })
  const links = await waitUntil(
    async () => linksTo(email, '/sign-up/'),
    (found) => found.length > 0,
  )
  return links[0] ?? ''
}
/** The e-mail to somebody that contains a text, once it has arrived. */
const emailTo = (email: string, text: string) =>
  waitUntil(
    async () =>
      mail.emails
        .filter(({ to }) => to.includes(email))
        .map(({ content }) => decodeQuotedPrintable(content))
        .find((content) => content.includes(text)) ?? '',
    (content) => content !== '',
  )
const register = async (email: string, answers: Record<string, string> = {}) =>
  new Visitor(api).post(await linkTo(email), { ...PERSON, ...answers })

const questions = {
  'questions/0/label': 'What do you eat?',
  'questions/0/kind': 'choice',
  'questions/0/choices': 'Everything\nVegetarian',
  'questions/0/isRequired': 'on',
  'questions/1/label': 'Allergies',
  'questions/1/kind': 'text',
  'questions/2/label': 'I accept the code of conduct.',
  'questions/2/kind': 'checkbox',
  'questions/2/isRequired': 'on',
}

/** The ids of the saved questions. */
const idsOfQuestions = async () =>
  [...(await staff.get(SETTINGS)).text.matchAll(/name="questions\/\d+\/id" value="([^"]*)"/g)].map(
    ([, id = '']) => id,
  )

/** Saves the settings of the registration. */
async function set(values: Record<string, string>): Promise<void> {
  const saved = await staff.post(SETTINGS, { hasSignUp: 'on', acceptance: 'review', ...values, do: 'save' })
  expect([saved.status, saved.headers.location]).toEqual([303, `${SETTINGS}?done=saved`])
}

test('questions are asked, checked, and shown to staff and in the API', { timeout: 60_000 }, async () => {
  await set(questions)
  const [diet = '', , conduct = ''] = await idsOfQuestions()
  expect(diet).toMatch(/^what-do-you-eat-[0-9a-f]{8}$/)
  const email = 'eater@example.org'
  const link = await linkTo(email)
  const asked = await new Visitor(api).get(link)
  for (const label of ['What do you eat?', 'Allergies', 'I accept the code of conduct.'])
    expect(asked.text).toContain(label)
  const wrong = await new Visitor(api).post(link, { ...PERSON, [`answers/${diet}`]: 'Stones' })
  expect([wrong.status, problemsOn(wrong)]).toEqual([
    422,
    [
      [`answers-${diet}`, 'must be one of the choices'],
      [`answers-${conduct}-on`, 'is required'],
    ],
  ])
  const registered = await new Visitor(api).post(link, {
    ...PERSON,
    [`answers/${diet}`]: 'Vegetarian',
    [`answers/${conduct}`]: 'on',
  })
  expect(registered.headers.location).toBe('/account')
  const user = await read(email)
  expect(user).toMatchObject({
    registrationStatus: 'in_review',
    waitlisted: false,
    answers: { [diet]: 'Vegetarian', [conduct]: true },
  })
  expect(await emailTo(email, 'An organizer reviews your registration')).not.toBe('')
  for (const path of ['/backoffice/registrations', `/backoffice/users/${user.id}/access`])
    expect((await staff.get(path)).text).toContain('<bdi>What do you eat?</bdi>: <bdi>Vegetarian</bdi>')
})

test('a question that replaces a deleted one with the same text does not get its answers', async () => {
  const allergies = { 'questions/0/label': 'Allergies', 'questions/0/kind': 'text' }
  await set(allergies)
  const [id = ''] = await idsOfQuestions()
  await register('allergic@example.org', { [`answers/${id}`]: 'Nuts' })
  const { id: user } = await read('allergic@example.org')
  const shown = async () => (await staff.get(`/backoffice/users/${user}/access`)).text
  expect(await shown()).toContain('<bdi>Nuts</bdi>')
  await set({ ...allergies, 'questions/0/id': id, 'questions/0/label': 'Any allergies?' })
  expect(await shown()).toContain('<bdi>Any allergies?</bdi>: <bdi>Nuts</bdi>')
  await set({})
  await set(allergies)
  expect(await shown()).not.toContain('Nuts')
  await set({ ...allergies, 'questions/0/id': 'constructor' })
  expect(await shown()).not.toContain('Allergies')
})

test('two questions with the same id are refused', async () => {
  const row = (index: number) => ({
    [`questions/${index}/id`]: 'diet',
    [`questions/${index}/label`]: 'Diet',
    [`questions/${index}/kind`]: 'text',
  })
  const page = await staff.post(SETTINGS, { acceptance: 'review', ...row(0), ...row(1), do: 'save' })
  expect([page.status, summaryProblems(page)]).toEqual([422, [['Questions', 'is not valid']]])
})

test('rows of questions are added and removed without saving', async () => {
  await set({})
  const added = await staff.post(SETTINGS, { ...questions, acceptance: 'review', do: 'add:questions' })
  expect([added.status, added.text.includes('name="questions/3/label"')]).toEqual([200, true])
  const removed = await staff.post(SETTINGS, { ...questions, acceptance: 'review', do: 'remove:questions:0' })
  expect(removed.text).not.toContain('What do you eat?')
  expect((await staff.get(SETTINGS)).text).not.toContain('Allergies')
})

test.each([
  ['capacity', { capacity: '0' }],
  ['domains', { acceptance: 'domains', domains: 'not a domain!' }],
  ['questions-0-kind', { 'questions/0/label': 'Which?', 'questions/0/kind': 'riddle' }],
  [
    'questions-0-choices',
    { 'questions/0/label': 'Which?', 'questions/0/kind': 'choice', 'questions/0/choices': 'This' },
  ],
])('a wrong value of %s is refused', async (field, values) => {
  await set({})
  const page = await staff.post(SETTINGS, { acceptance: 'review', ...values, do: 'save' })
  expect([page.status, problemsOn(page).map(([name]) => name)]).toEqual([422, [field]])
})

test('people of a domain are accepted at once, and get the days of the event as a calendar file', async () => {
  await set({ acceptance: 'domains', domains: '@members.example.org' })
  await register('insider@members.example.org')
  await register('outsider@example.org')
  expect((await read('insider@members.example.org')).registrationStatus).toBe('accepted')
  expect((await read('outsider@example.org')).registrationStatus).toBe('in_review')
  const content = await emailTo('insider@members.example.org', 'text/calendar')
  const [, encoded = ''] = /filename=event\.ics\r?\n\r?\n([\w+/=\r\n]+)/.exec(content) ?? []
  const calendar = Buffer.from(encoded, 'base64').toString()
  expect(calendar).toContain('DTSTART;VALUE=DATE:20270520\r\nDTEND;VALUE=DATE:20270522')
  expect(calendar).toContain('LOCATION:Town Hall')
})

test('when all places are taken, people wait, and a free place goes to the first of them', async () => {
  const accepted = (await api.send('GET', '/users?role=attendee&registrationStatus=accepted&limit=100')).body
  await set({ acceptance: 'automatic', capacity: String(accepted.items.length + 1) })
  await register('last@example.org')
  expect((await new Visitor(api).get(await linkTo('late@example.org'))).text).toContain(
    'All places are taken.',
  )
  await register('first-waiting@example.org')
  // The order is that of the instants.
  api.clock.pass(1)
  await register('second-waiting@example.org')
  const states = async () =>
    Promise.all(
      ['last', 'first-waiting', 'second-waiting'].map(async (name) => {
        const { registrationStatus, waitlisted } = await read(`${name}@example.org`)
        return waitlisted ? 'waiting' : registrationStatus
      }),
    )
  expect(await states()).toEqual(['accepted', 'waiting', 'waiting'])
  expect(await emailTo('first-waiting@example.org', 'on the waiting list')).not.toBe('')
  const extra = { email: 'extra@example.org', type: 'Attendee', firstName: 'Ex', lastName: 'Tra' }
  const forced = await api.send('POST', '/users', { body: { ...extra, options: { endRegistration: true } } })
  expect(forced.body.errors).toEqual([
    {
      code: 'over_capacity',
      message: 'The event is full. The person was accepted anyway.',
      pointer: '/options/endRegistration',
    },
  ])
  api.clock.pass(1)
  const queued = await api.send('POST', '/users', { body: { ...extra, email: 'queued@example.org' } })
  expect([queued.status, queued.body.errors, (await read('queued@example.org')).waitlisted]).toEqual([
    201,
    undefined,
    true,
  ])
  for (const name of ['last', 'extra']) await api.send('DELETE', `/users/${name}@example.org`)
  api.clock.pass(MINUTE)
  await waitUntil(
    async () => (await read('first-waiting@example.org')).registrationStatus,
    (status) => status === 'accepted',
  )
  expect((await read('second-waiting@example.org')).waitlisted).toBe(true)
  expect(await emailTo('first-waiting@example.org', 'your registration is accepted')).toContain(api.url)
})

test('on a server that does not know its address, the page says what is not sent', async () => {
  const { api: other } = await startMailedPlatform({ hasSignUp: true })
  const { email } = await addAccount(other, 'admin')
  const [unconfirmed, confirmed] = [
    new Visitor(other, { host: `${new URL(other.url).hostname}:1` }),
    new Visitor(other),
  ]
  const shown = async (visitor: Visitor) => {
    await visitor.signIn(email)
    return (await visitor.get(SETTINGS)).text.includes('this installation does not know its address')
  }
  expect([await shown(unconfirmed), await shown(confirmed)]).toEqual([true, false])
})

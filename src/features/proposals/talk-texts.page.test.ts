// Speakers and moderators change the texts of their talks: not at all, directly, or with approval.
import { beforeEach, expect, test } from 'vitest'
import { createOffice, fieldProblem, type Office, type Staff } from '../../../test/support/office.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { personNamed } from '../../../test/support/sites.ts'

const server = useApi()
let office: Office
let speaker: Staff
let id: string
beforeEach(async () => {
  office = await createOffice(server)
  speaker = await office.signIn('speaker')
  const { email } = speaker.account
  id = await office.talk('First', { speakers: [{ email, firstName: 'Robin', lastName: 'Sample' }] })
})

const path = () => `/account/talks/${id}`
const read = () => get(office.tenant, `/talks/${id}`)
const save = async (texts: object, who = speaker) =>
  who.post(path(), {
    title: 'First',
    description: '',
    version: String((await read()).version),
    do: 'save',
    ...texts,
  })
/** The fields of the page that approves. */
const comparison = async () => {
  const { text, status } = await office.staff.get(`/backoffice/proposals/${id}`)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  return { status, text, proposal: field('proposal'), version: field('version') }
}

test('is off unless an organizer turns it on', async () => {
  expect((await speaker.get('/account')).text).not.toContain(path())
  expect([(await speaker.get(path())).status, (await save({ title: 'Second' })).status]).toEqual([404, 404])
  await office.staff.get('/backoffice/settings/features')
  await office.staff.post('/backoffice/settings/features', { talkEditing: 'direct' })
  expect((await speaker.get('/account')).text).toContain(path())
  expect((await speaker.get(path())).status).toBe(200)
  await office.staff.post('/backoffice/settings/features', { talkEditing: 'anything' })
  expect((await speaker.get(path())).status).toBe(200)
})

test('directly, the texts change at once, in the name of the speaker, and nothing else does', async () => {
  await office.change({ talkEditing: 'direct' })
  const before = await read()
  const answer = await save({ title: 'Second', language: 'de', details: 'More', start: '2030-01-01T00:00' })
  expect(answer.headers.location).toBe('/account?done=talk')
  const { version, updatedAt, ...after } = await read()
  expect(after).toEqual({
    ...Object.fromEntries(
      Object.entries(before).filter(([name]) => !['version', 'updatedAt'].includes(name)),
    ),
    ...{ title: 'Second', language: 'de', details: 'More' },
  })
  expect(version).toBe(before.version + 1)
  const { items } = await get(office.tenant, '/events')
  expect(items.at(-1)).toMatchObject({ type: 'talk.updated', actor: { id: speaker.account.id } })
})

test('a talk that was changed meanwhile is not overwritten', async () => {
  await office.change({ talkEditing: 'direct' })
  const { version } = await read()
  await put(office.tenant, `/talks/${id}`, { title: 'By the organizer' })
  const answer = await save({ title: 'Second', version: String(version) })
  expect([answer.status, answer.text.includes('was changed after you opened')]).toEqual([412, true])
  expect((await read()).title).toBe('By the organizer')
})

test('invalid texts are refused', async () => {
  await office.change({ talkEditing: 'approval' })
  const answer = await save({ title: '', language: 'not a language' })
  expect(answer.status).toBe(422)
  expect([fieldProblem(answer, 'title'), fieldProblem(answer, 'language')]).toEqual([
    expect.any(String),
    expect.any(String),
  ])
  expect((await comparison()).status).toBe(404)
})

test('with approval, the change waits apart from the talk, and staff compares and approves it', async () => {
  await office.change({ talkEditing: 'approval' })
  const before = await read()
  expect((await save({ title: 'Second' })).headers.location).toBe('/account?done=proposal')
  expect(await read()).toEqual(before)
  expect((await speaker.get('/account')).text).toContain('Waits for approval')
  expect((await speaker.get(path())).text).toContain('value="Second"')
  expect((await office.staff.get('/backoffice')).text).toContain('1 change to a talk waits for approval')
  expect((await office.staff.get('/backoffice/proposals')).text).toContain(`/backoffice/proposals/${id}`)
  const { text, ...fields } = await comparison()
  expect(text).toContain('<th scope="row">Title</th>')
  expect([text.includes('First'), text.includes('Second'), text.includes('has changed since')]).toEqual([
    true,
    true,
    false,
  ])
  const approved = await office.staff.post(`/backoffice/proposals/${id}`, {
    ...{ proposal: fields.proposal, version: fields.version },
    do: 'approve',
  })
  expect(approved.headers.location).toBe('/backoffice/proposals?done=proposal-approved')
  expect((await read()).title).toBe('Second')
  expect((await office.staff.get('/backoffice')).text).not.toContain('waits for approval')
  const { items } = await get(office.tenant, '/events')
  expect(items.at(-1)).toMatchObject({ type: 'talk.updated', actor: { id: office.staff.account.id } })
  expect((await office.staff.get('/backoffice/audit')).text).toContain('Change proposed')
})

test('a rejection has a reason, which the speaker sees and can act on', async () => {
  await office.change({ talkEditing: 'approval' })
  await save({ title: 'Second' })
  const { proposal, version } = await comparison()
  const decide = (fields: Record<string, string>) =>
    office.staff.post(`/backoffice/proposals/${id}`, { proposal, version, ...fields })
  expect(fieldProblem(await decide({ do: 'reject', reason: '' }), 'reason')).toBeDefined()
  const rejected = await decide({ do: 'reject', reason: 'Too <loud>' })
  expect(rejected.headers.location).toBe('/backoffice/proposals?done=proposal-rejected')
  expect((await read()).title).toBe('First')
  expect((await speaker.get('/account')).text).toContain('Changes rejected')
  const page = await speaker.get(path())
  expect([page.text.includes('Too &lt;loud>'), page.text.includes('value="Second"')]).toEqual([true, true])
  // It was decided, and cannot be decided again.
  expect((await decide({ do: 'approve' })).status).toBe(404)
  await save({ title: 'Quieter' })
  expect((await comparison()).text).toContain('Quieter')
  // Texts as they are withdraw the proposal.
  await save({ title: 'First' })
  expect((await comparison()).status).toBe(404)
})

test('a talk that has changed since is said to have, and is not approved unseen', async () => {
  await office.change({ talkEditing: 'approval' })
  await save({ title: 'Second' })
  const { proposal, version } = await comparison()
  await put(office.tenant, `/talks/${id}`, { title: 'By the organizer' })
  const approve = (fields: Record<string, string>) =>
    office.staff.post(`/backoffice/proposals/${id}`, { ...fields, do: 'approve' })
  const answer = await approve({ proposal, version })
  expect([answer.status, answer.text.includes('was changed meanwhile')]).toEqual([412, true])
  expect((await read()).title).toBe('By the organizer')
  const now = await comparison()
  expect(now.text).toContain('has changed since')
  await save({ title: 'Third' })
  expect((await approve({ proposal, version: now.version })).status).toBe(404)
  const { proposal: latest, version: current } = await comparison()
  await approve({ proposal: latest, version: current })
  expect((await read()).title).toBe('Third')
})

test('only people of the talk can, and moderators only with a role that moderates', async () => {
  await office.change({ talkEditing: 'direct' })
  const [attendee, moderator, other] = [
    await office.signIn('attendee'),
    await office.signIn('speaker'),
    await office.signIn('speaker'),
  ]
  const listed = ({ account: { email } }: Staff) => personNamed('Robin', 'Sample', { email })
  await put(office.tenant, `/talks/${id}`, { moderators: [attendee, moderator].map(listed) })
  expect((await save({ title: 'By a moderator' }, moderator)).status).toBe(303)
  for (const who of [attendee, other])
    expect([(await who.get(path())).status, (await save({ title: 'No' }, who)).status]).toEqual([404, 404])
  await put(office.tenant, `/talks/${id}`, { state: 'draft' })
  expect((await speaker.get(path())).status).toBe(404)
  expect((await read()).title).toBe('By a moderator')
})

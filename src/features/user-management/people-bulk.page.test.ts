// Inviting and changing many people at once.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../test/support/api.ts'
import { attendee } from '../../../test/support/bodies.ts'
import { sendPreviewed } from '../../../test/support/group-messages.ts'
import { beforeChanges } from '../../../test/support/held-store.ts'
import { largeProgramme } from '../../../test/support/large-programme.ts'
import { createOffice, type Office, readForm } from '../../../test/support/office.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { startMailedPlatform } from '../../../test/support/shared-servers.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { waitForEmailTo } from '../../../test/support/smtp.ts'
import { signInAs } from '../../../test/support/visitors.ts'

const person = (name: string, email = `${name}@example.org`) => ({
  ...attendee(name),
  email,
  type: 'Speaker' as const,
})

describe('with a mail server', () => {
  let api: TestApi
  let mail: Awaited<ReturnType<typeof startMailedPlatform>>['mail']
  beforeAll(async () => {
    const started = await startMailedPlatform()
    api = started.api
    mail = started.mail
  })

  test('everyone who is not invited yet gets one invitation, however often the form is sent', async () => {
    const staff = await signInAs(api, 'admin')
    for (const name of ['bulk-ada', 'bulk-bo']) await api.send('POST', '/users', { body: person(name) })
    await api.send('POST', '/users', { body: person('bulk-cy', 'cy@speakers.example.org') })
    const list = await staff.get('/backoffice/speakers?invitation=not-invited')
    expect(visibleText(list.text)).toContain('Invite 3 speakers')
    const path = '/backoffice/speakers/invite'
    const scope = { scope: 'matching', invitation: 'not-invited' }
    const page = visibleText((await staff.get(`${path}?${new URLSearchParams(scope)}`)).text)
    expect(page).toContain('Invite 2 people')
    expect(page).toContain('1 person has no mailbox')
    const answer = await staff.post(path, scope)
    expect(answer.headers.location).toBe(
      '/backoffice/speakers?invited=2&active=0&already_invited=0&no_mailbox=1&refused=0',
    )
    for (const name of ['bulk-ada', 'bulk-bo']) await waitForEmailTo(mail, `${name}@example.org`)
    const result = visibleText((await staff.get(answer.headers.location ?? '')).text)
    expect(result).toContain('2 people invited. 1 person has no mailbox')
    expect(result).toMatch(/Invited \w+, \w+ \d+/)
    const ids = await Promise.all(
      ['bulk-ada', 'bulk-bo'].map(
        async (name) => (await api.send('GET', `/users/${name}@example.org`)).body.id as string,
      ),
    )
    const again = await staff.post(path, { id: ids })
    expect(again.headers.location).toContain('invited=0&active=0&already_invited=2')
    expect(mail.emails.filter(({ to }) => to.includes('bulk-ada@example.org'))).toHaveLength(1)
  })

  test('selected people get a message, and nobody else', async () => {
    const staff = await signInAs(api, 'admin')
    for (const name of ['told', 'untold'])
      await api.send('POST', '/users', { body: { ...person(name), options: { endRegistration: true } } })
    const { id } = (await api.send('GET', '/users/told@example.org')).body
    const form = await staff.get(`/backoffice/users/message?id=${id}`)
    expect(visibleText(form.text)).toContain('1 selected person')
    const message = { audience: 'people', people: id, subject: 'Doors', text: 'The doors open at nine.' }
    const sent = await sendPreviewed(staff, message)
    expect(sent.headers.location).toMatch(/done=message-sent$/)
    expect(await waitForEmailTo(mail, 'told@example.org')).toContain('The doors open at nine.')
    expect(mail.emails.filter(({ to }) => to.includes('untold@example.org'))).toEqual([])
    expect(visibleText((await staff.get('/backoffice/messages')).text)).toContain('Selected people')
  })

  test('staff that the caller may not invite are refused, and active accounts are left alone', async () => {
    const [admin, owner] = [await signInAs(api, 'admin'), await signInAs(api, 'owner')]
    const answer = await admin.post('/backoffice/users/invite', { id: [admin.account.id, owner.account.id] })
    expect(answer.headers.location).toContain('invited=0&active=2')
  })
})

const server = useApi()

test('without a mail server, the texts of the invitations are shown once', async () => {
  const office = await createOffice(server)
  const { id } = (await office.tenant.send('POST', '/users', { body: person('dee') })).body
  const answer = await office.staff.post('/backoffice/users/invite', { id })
  const page = await office.staff.get(answer.headers.location ?? '')
  expect([page.status, visibleText(page.text).includes('1 person invited.')]).toEqual([200, true])
  expect(page.text).toMatch(/\/invitation\/[\w-]{43}/)
})

test('a message to more people than the Back Office changes at once is not offered to some of them', async () => {
  const office = await createOffice(server)
  const { tenant, staff } = office
  // One of them has the e-mail of the staff.
  const people = await tenant.send('PUT', '/programme', { body: largeProgramme({ talks: 0, people: 2_002 }) })
  expect(people.status).toBe(200)
  const page = await staff.get('/backoffice/speakers/message?scope=matching')
  expect(visibleText(page.text)).toContain('These are more than 2,000 rows.')
  expect(page.text).not.toContain('name="people"')
  const narrowed = await staff.get('/backoffice/speakers/message?scope=matching&q=Last17')
  expect(visibleText(narrowed.text)).toMatch(/To\s+\d+ selected (person|people) /)
})

/** Previews an edit in the list of people, and applies it; `meanwhile` happens just before it is saved. */
async function applyEdit(
  { staff, tenant }: Office,
  fields: Record<string, string | string[]>,
  { list = 'users', meanwhile }: { list?: string; meanwhile?: () => Promise<unknown> } = {},
) {
  const path = `/backoffice/${list}/edit`
  const preview = await staff.post(path, { ...fields, do: 'preview' })
  let isPending = meanwhile !== undefined
  const isOfStaff = ({ actor }: { actor: { id: string | null } }) => actor.id === staff.account.id
  beforeChanges(
    tenant.api.installation.store,
    async () => {
      if (!isPending) return
      isPending = false
      await meanwhile?.()
    },
    isOfStaff,
  )
  const answer = await staff.post(path, { ...readForm(preview), ...fields, do: 'apply' })
  return { preview: visibleText(preview.text), answer }
}

test('people get a role, a tag, and a place on the speakers page after a preview', async () => {
  const office = await createOffice(server)
  const { id } = (
    await office.tenant.send('POST', '/users', { body: { ...person('eve'), tags: ['old', 'kept'] } })
  ).body
  const edit = { id, 'set/addTag': 'new', 'set/removeTag': 'old', 'set/highlight': 'yes' }
  const { preview, answer } = await applyEdit(office, edit, { list: 'speakers' })
  expect(preview).toContain('1 will change')
  expect(answer.headers.location).toBe('/backoffice/speakers?edited=1&refused=0')
  expect(await get(office.tenant, `/users/${id}`)).toMatchObject({
    tags: ['kept', 'new'],
    options: { highlight: true },
  })
  await applyEdit(office, { id, 'set/role': 'attendee' })
  expect(await get(office.tenant, `/users/${id}`)).toMatchObject({ role: 'attendee' })
  expect((await applyEdit(office, { id, 'set/role': 'owner' })).preview).not.toContain('1 will change')
})

test('a tag is added to those that a person has when it is saved', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const body = { ...person('fay'), tags: ['old', 'kept'] }
  const { id } = (await tenant.send('POST', '/users', { body })).body
  const edit = { id, 'set/addTag': 'new', 'set/removeTag': 'old' }
  await applyEdit(office, edit, {
    meanwhile: () => tenant.send('PUT', `/users/${id}`, { body: { tags: ['old', 'kept', 'other'] } }),
  })
  expect(await get(tenant, `/users/${id}`)).toMatchObject({ tags: ['kept', 'other', 'new'] })
})

test('each person is changed or refused as a whole, and counted once', async () => {
  const office = await createOffice(server)
  const namesakes = { firstName: 'Ada', lastName: 'Twin' }
  const admins = [await office.signIn('admin', namesakes), await office.signIn('admin', namesakes)]
  const { id } = (await office.tenant.send('POST', '/users', { body: person('gil') })).body
  const ids = [...admins.map(({ account }) => account.id), id]
  const { preview, answer } = await applyEdit(office, {
    ...{ id: ids, 'set/role': 'attendee', 'set/addTag': 'new' },
  })
  expect(preview).toContain('1 will change')
  expect(preview).toContain('2 cannot be changed.')
  expect(preview).not.toContain('these values already')
  expect(answer.headers.location).toBe('/backoffice/users?edited=1&refused=2')
  const tags = await Promise.all(ids.map(async (one) => (await get(office.tenant, `/users/${one}`)).tags))
  expect(tags).toEqual([[], [], ['new']])
})

test('nobody gets more tags than a form accepts', async () => {
  const office = await createOffice(server)
  const tags = Array.from({ length: 50 }, (_none, index) => `tag ${index}`)
  const { id } = (await office.tenant.send('POST', '/users', { body: { ...person('hal'), tags } })).body
  expect((await applyEdit(office, { id, 'set/addTag': 'one more' })).preview).toContain(
    '1 cannot be changed.',
  )
  const replaced = await applyEdit(office, { id, 'set/addTag': 'one more', 'set/removeTag': 'tag 0' })
  expect(replaced.preview).toContain('1 will change')
})

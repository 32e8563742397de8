// The sentences of the latest changes on the dashboard.
import { expect, test } from 'vitest'
import { attendee } from '../../../test/support/bodies.ts'
import { createOffice, type Office } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { signUpFor, visibleText } from '../../../test/support/sites.ts'
import { PASSWORD, Visitor } from '../../../test/support/visitors.ts'
import { fillPlaces } from '../people/registrations/waiting-list.ts'
import { changeRole } from '../people/roles.ts'

const server = useApi()

/** Newest first, without the name of the key of the tests. */
const sentences = async ({ staff }: Office) =>
  [...(await staff.get('/backoffice')).text.matchAll(/<span class="sentence">(.*?)<\/span><time/gs)].map(
    ([, text = '']) =>
      visibleText(text)
        .trim()
        .replace(/^API key .*? (?=added|changed|deleted)/, 'Key '),
  )

test('changes of one object are one sentence, and of several the number of others', async () => {
  const office = await createOffice(server)
  await office.talk('Keynote')
  for (const room of ['A', 'B', 'C']) await office.talk('Keynote', { room })
  expect((await sentences(office))[0]).toBe('Key changed Keynote')
  for (const title of ['One', 'Two', 'Three']) await office.talk(title)
  expect((await sentences(office))[0]).toBe('Key added Three and 2 more')
  await office.talk('One', { room: 'Attic' })
  expect((await sentences(office))[0]).toBe('Key changed the room of One')
  await office.talk('Two', { room: 'Attic', duration: 90 })
  expect((await sentences(office))[0]).toBe('Key changed Two and 1 more')
})

test('people sign up, get a place, are accepted or rejected, and are several', async () => {
  const office = await createOffice(server)
  const { tenant, host, staff } = office
  const registration = { acceptance: 'automatic' as const, domains: [], questions: [], hasSummary: false }
  const change = (capacity: number) =>
    office.change({ hasSignUp: true, registration: { ...registration, capacity } })
  const signUp = async (firstName: string) => {
    const { token } = await signUpFor(tenant)
    const names = { firstName, lastName: 'Sample', password: PASSWORD, repeated: PASSWORD }
    const answer = await new Visitor(tenant.api, { host }).post(`/sign-up/${token}`, names)
    expect(answer.status).toBe(303)
  }
  // Until there is a talk, only the first steps are shown.
  await office.talk('Keynote')
  await change(1)
  await signUp('Ada')
  expect((await sentences(office))[0]).toBe('Ada Sample signed up')
  for (const name of ['Bea', 'Cleo']) await signUp(name)
  await change(3)
  await fillPlaces(tenant.api.installation, async () => undefined)
  expect((await sentences(office))[0]).toMatch(/^(Bea|Cleo) Sample and 1 other got places$/)

  const { id } = (await tenant.send('POST', '/users', { body: attendee('dora') })).body
  for (const status of ['accepted', 'rejected']) {
    await staff.post(`/backoffice/users/${id}/registration`, { status })
    expect((await sentences(office))[0]).toMatch(new RegExp(`^.+ ${status} the registration of Dora Sample$`))
  }
})

test('an account that is deleted has no name, and is nobody else', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const admin = await office.signIn('admin')
  const talk = await office.talk('Keynote')
  const change = { name: 'room', value: 'Hall', version: '1' }
  expect((await admin.post(`/backoffice/talks/${talk}/cell`, change)).status).toBe(204)
  const { id } = admin.account
  await changeRole(tenant.api.installation, tenant.caller, { id, role: 'attendee' })
  expect((await tenant.send('DELETE', `/users/${id}`)).status).toBe(200)
  expect(await sentences(office)).toContain('A deleted account changed the room of Keynote')
})

// Roles and registrations, which are changed in the Back Office.
import { beforeEach, describe, expect, it } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { newId } from '../../kernel/lib/data/ids.ts'
import { readUser } from './read-users.ts'
import { reviewRegistration } from './registrations/registrations.ts'
import { changeRole } from './roles.ts'
import { createOwner, saveUser } from './users.ts'

const server = useApi({ store: 'sqlite' })
const unknownId = newId(Date.parse('2027-05-20T10:00:00Z'))

let services: Services
let caller: Caller
let otherCaller: Caller
beforeEach(async () => {
  const [tenant, other] = [await server.createTenant(), await server.createTenant()]
  services = tenant.api.installation
  caller = tenant.caller
  otherCaller = other.caller
})

/** An admin in the Back Office, who does not have the privileged level. */
const adminCaller = (): Caller => ({ ...caller, actor: { kind: 'user', id: unknownId, level: 'standard' } })
const names = { firstName: 'Ada', lastName: 'Lindqvist' }
const attendee = () =>
  idOf(saveUser(services, caller, null, { email: 'a@example.org', type: 'Attendee', ...names }))
const owner = (email: string) => idOf(createOwner(services, caller, { email, ...names }))
const idOf = async (saving: ReturnType<typeof saveUser>) => (await saving).response.id
const codeOf = (change: Promise<unknown>) =>
  change.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

describe('changeRole', () => {
  it('sets the role, increases the version, and accepts the registration of anyone who is no longer an attendee', async () => {
    const id = await attendee()
    const changed = await changeRole(services, caller, { id, role: 'speaker' })
    expect(changed).toMatchObject({ role: 'speaker', registrationStatus: 'accepted', version: 2 })
    expect(await readUser(services, caller, id)).toEqual(changed)
  })

  it('changes nothing when the role is the same', async () => {
    const id = await attendee()
    const before = await readUser(services, caller, id)
    expect(await changeRole(services, caller, { id, role: 'attendee' })).toEqual(before)
    expect(await readUser(services, caller, id)).toEqual(before)
  })

  it.each(['attendee', 'admin', 'owner'] as const)(
    'removes the highlight of a speaker who becomes an %s',
    async (role) => {
      const person = {
        email: 's@example.org',
        type: 'Speaker' as const,
        ...names,
        options: { highlight: true },
      }
      const id = await idOf(saveUser(services, caller, null, person))
      const changed = await changeRole(services, caller, { id, role })
      expect(changed.options).toEqual({ highlight: false })
    },
  )

  it('keeps the last owner of a platform', async () => {
    const first = await owner('o1@example.org')
    expect(await codeOf(changeRole(services, caller, { id: first, role: 'admin' }))).toBe('last_owner')
    await owner('o2@example.org')
    expect(await codeOf(changeRole(services, caller, { id: first, role: 'admin' }))).toBe('accepted')
  })

  it('lets only one of two owners step down when both try at once', async () => {
    const ids = [await owner('o1@example.org'), await owner('o2@example.org')]
    const codes = await Promise.all(
      ids.map((id) => codeOf(changeRole(services, caller, { id, role: 'speaker' }))),
    )
    expect(codes.sort()).toEqual(['accepted', 'last_owner'])
  })

  it('changes admins and owners only at the privileged level', async () => {
    const [id, protectedId] = [await attendee(), await owner('o@example.org')]
    await owner('o2@example.org')
    const codes = await Promise.all([
      codeOf(changeRole(services, adminCaller(), { id, role: 'admin' })),
      codeOf(changeRole(services, adminCaller(), { id, role: 'owner' })),
      codeOf(changeRole(services, adminCaller(), { id: protectedId, role: 'attendee' })),
      codeOf(changeRole(services, adminCaller(), { id, role: 'speaker' })),
    ])
    expect(codes).toEqual([
      'insufficient_permissions',
      'insufficient_permissions',
      'protected_account',
      'accepted',
    ])
  })

  it('finds no account of another platform and no unknown account', async () => {
    const id = await attendee()
    expect(await codeOf(changeRole(services, otherCaller, { id, role: 'speaker' }))).toBe('user_not_found')
    expect(await codeOf(changeRole(services, caller, { id: unknownId, role: 'speaker' }))).toBe(
      'user_not_found',
    )
    expect((await readUser(services, caller, id)).role).toBe('attendee')
  })
})

describe('reviewRegistration', () => {
  it('accepts and rejects, and lets the decision be changed', async () => {
    const id = await attendee()
    const statuses = ['rejected', 'accepted', 'accepted'] as const
    const versions: (string | number)[][] = []
    for (const status of statuses) {
      const reviewed = await reviewRegistration(services, caller, { id, status })
      versions.push([reviewed.registrationStatus, reviewed.version])
    }
    expect(versions).toEqual([
      ['rejected', 2],
      ['accepted', 3],
      ['accepted', 3],
    ])
  })

  it('does not reject admins or owners', async () => {
    const id = await owner('o@example.org')
    expect(await codeOf(reviewRegistration(services, caller, { id, status: 'rejected' }))).toBe(
      'protected_account',
    )
  })

  it('finds no account of another platform and no unknown account', async () => {
    const id = await attendee()
    const refused = [
      reviewRegistration(services, otherCaller, { id, status: 'accepted' }),
      reviewRegistration(services, caller, { id: unknownId, status: 'accepted' }),
    ]
    expect(await Promise.all(refused.map(codeOf))).toEqual(['user_not_found', 'user_not_found'])
    expect((await readUser(services, caller, id)).registrationStatus).toBe('in_review')
  })
})

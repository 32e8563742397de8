// Changing the role of an account. The External API cannot do this.

import { updatedEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { isProtectedRole, type Role } from '../../kernel/schema/roles.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { presentUser } from './present-user.ts'
import type { User } from './schema.ts'
import { someOwners, userObjects } from './store.ts'
import type { UserRow } from './tables.ts'

export type RoleChange = { id: string; role: Role }
type ChangedRole = { isChanged: boolean; user: User }
type RoleState = { user: UserRow | undefined; owners: string[] }

/**
 * Changes the role of an account and returns the account. Throws `user_not_found` for an unknown ID, and `last_owner`
 * if the platform would have no owner left. Callers without privileges cannot appoint admins and owners
 * (`insufficient_permissions`) or change their role (`protected_account`).
 */
export const changeRole = async (services: Services, caller: Caller, change: RoleChange): Promise<User> =>
  (await execute(services, caller, changeRoleOperation, change)).user

export const changeRoleOperation: Operation<RoleState, RoleChange, ChangedRole> = {
  name: 'changeRole',
  load: ({ platformId }, { id }) => ({
    // Owners come first, so that two simultaneous changes lock them in the same order.
    owners: someOwners({ platformId }),
    user: userObjects.findForChange({ platformId, by: 'id', value: id }),
  }),
  decide({ user, owners }, ctx, { role }) {
    if (!user) throw new Refusal('user_not_found')
    if (user.role === role)
      return { writes: [], events: [], answer: { isChanged: false, user: presentUser(user) } }
    const isPrivileged = ctx.actor.level === 'privileged'
    if (isProtectedRole(user.role) && !isPrivileged) throw new Refusal('protected_account')
    if (isProtectedRole(role) && !isPrivileged) throw new Refusal('insufficient_permissions')
    if (user.role === 'owner' && owners.length < 2) throw new Refusal('last_owner')
    const next = { ...withRole(user, role), version: user.version + 1, updatedAt: ctx.now }
    const event = updatedEvent('user', next, presentUser(user), presentUser(next))
    return {
      writes: [userObjects.replace(next)],
      events: event ? [event] : [],
      answer: { isChanged: true, user: presentUser(next) },
    }
  },
}

/** Keeps two rules: only attendees can be in review or on the waiting list, and only speakers can be highlighted. */
const withRole = (user: UserRow, role: Role): UserRow => ({
  ...user,
  role,
  highlighted: user.highlighted && role === 'speaker',
  registrationStatus: role === 'attendee' ? user.registrationStatus : 'accepted',
  waitlisted: user.waitlisted && role === 'attendee',
})

// Edits of an account that only the Back Office makes: its role, a tag, and whether it is highlighted.

import { updatedEvent } from '../../kernel/changes/change-events.ts'
import { invalidData, Refusal } from '../../kernel/changes/errors.ts'
import { MAX_TAGS } from '../../kernel/schema/common.ts'
import { isProtectedRole, type Role } from '../../kernel/schema/roles.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { addTags } from '../platforms/tags-store.ts'
import { presentUser } from './present-user.ts'
import type { User } from './schema.ts'
import { someOwners, updateUser, userObjects } from './store.ts'
import type { UserRow } from './tables.ts'

/** Absent values stay. */
export type UserEdit = { role?: Role; addTag?: string; removeTag?: string; highlight?: boolean }
type EditState = { user: UserRow | undefined; owners?: string[] }

/**
 * Edits the account as it is when the change is made. Refuses an unknown id (`user_not_found`), too many tags
 * (`invalid_data`), and a platform without owners (`last_owner`). Callers without privileges cannot appoint admins and
 * owners (`insufficient_permissions`) or change their role (`protected_account`).
 */
export const editUserOperation: Operation<
  EditState,
  { id: string; edit: UserEdit },
  { isChanged: boolean; user: User }
> = {
  name: 'editUser',
  load: ({ platformId }, { id, edit }) => ({
    // Owners come first, so that two simultaneous changes lock them in the same order.
    ...(edit.role === undefined ? {} : { owners: someOwners({ platformId }) }),
    user: userObjects.findForChange({ platformId, by: 'id', value: id }),
  }),
  decide({ user, owners = [] }, ctx, { edit }) {
    if (!user) throw new Refusal('user_not_found')
    const edited = withEdit(user, edit)
    if (edited.role !== user.role) requireRightToChangeRole(ctx, { user, role: edited.role, owners })
    if (edit.addTag !== undefined && edited.tags.length > MAX_TAGS) throw tooManyTags()
    const before = presentUser(user)
    const next = { ...edited, version: user.version + 1, updatedAt: ctx.now }
    const event = updatedEvent('user', next, before, presentUser(next))
    if (!event) return { writes: [], events: [], answer: { isChanged: false, user: before } }
    return {
      writes: [
        ...updateUser(next, user),
        ...addTags(ctx.platformId, edit.addTag === undefined ? [] : [edit.addTag]),
      ],
      events: [event],
      answer: { isChanged: true, user: presentUser(next) },
    }
  },
}

const tooManyTags = () =>
  invalidData([{ pointer: '/tags', code: 'maxItems', message: `must have at most ${MAX_TAGS} items` }])

function requireRightToChangeRole(
  { actor }: DecideContext,
  { user, role, owners }: { user: UserRow; role: Role; owners: readonly string[] },
): void {
  const isPrivileged = actor.level === 'privileged'
  if (isProtectedRole(user.role) && !isPrivileged) throw new Refusal('protected_account')
  if (isProtectedRole(role) && !isPrivileged) throw new Refusal('insufficient_permissions')
  if (user.role === 'owner' && owners.length < 2) throw new Refusal('last_owner')
}

/** Keeps two rules: only attendees can be in review or on the waiting list, and only speakers can be highlighted. */
function withEdit(
  user: UserRow,
  { role = user.role, addTag, removeTag, highlight = user.highlighted }: UserEdit,
): UserRow {
  const kept = user.tags.filter((tag) => tag !== removeTag)
  return {
    ...user,
    role,
    tags: addTag === undefined || kept.includes(addTag) ? kept : [...kept, addTag],
    highlighted: highlight && role === 'speaker',
    registrationStatus: role === 'attendee' ? user.registrationStatus : 'accepted',
    waitlisted: user.waitlisted && role === 'attendee',
  }
}

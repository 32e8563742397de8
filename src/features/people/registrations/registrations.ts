// The review queue: accepting and rejecting registrations. A decision can be changed later.

import { updatedEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { EMAIL_LIFETIME_MS } from '../../../kernel/limits.ts'
import { queueEmail } from '../../../kernel/outbox/emails.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { presentUser } from '../present-user.ts'
import type { RegistrationStatus, User } from '../schema.ts'
import { userObjects } from '../store.ts'
import type { UserRow } from '../tables.ts'
import { loadPlaces, type Places } from './places.ts'

export type Review = {
  id: string
  status: Exclude<RegistrationStatus, 'in_review'>
  /** The origin of the site. If it is set, the person gets an e-mail with the decision. */
  emailedFrom?: string | undefined
}
type ReviewState = Places & { user: UserRow | undefined }

/**
 * Accepts or rejects a registration and returns the account. Throws `user_not_found` for an unknown ID, and
 * `protected_account` for rejecting an admin or owner, which could lock everyone out of the Back Office.
 */
export const reviewRegistration = (services: Services, caller: Caller, review: Review): Promise<User> =>
  execute(services, caller, reviewRegistrationOperation, review)

export const reviewRegistrationOperation: Operation<ReviewState, Review, User> = {
  name: 'reviewRegistration',
  load: (ctx, { id, status }) => ({
    // Staff may exceed the capacity. People who register at the same time see how many places are taken.
    ...(status === 'accepted' ? loadPlaces(ctx) : {}),
    user: userObjects.findForChange({ platformId: ctx.platformId, by: 'id', value: id }),
  }),
  decide({ user }, ctx, { status, emailedFrom }) {
    if (!user) throw new Refusal('user_not_found')
    if (user.registrationStatus === status) return { writes: [], events: [], answer: presentUser(user) }
    if (status === 'rejected' && isProtectedRole(user.role)) {
      throw new Refusal('protected_account', {
        message: 'The registration of an admin or owner cannot be rejected.',
      })
    }
    const next = {
      ...user,
      registrationStatus: status,
      waitlisted: false,
      version: user.version + 1,
      updatedAt: ctx.now,
    }
    const event = updatedEvent('user', next, presentUser(user), presentUser(next))
    const writes = [
      userObjects.replace(next),
      ...(emailedFrom === undefined ? [] : [queueDecision(ctx, next, status, emailedFrom)]),
    ]
    return { writes, events: event ? [event] : [], answer: presentUser(next) }
  },
}

const queueDecision = (ctx: DecideContext, user: UserRow, status: Review['status'], origin: string) =>
  queueEmail(ctx, user, {
    kind: status === 'accepted' ? 'registration_accepted' : 'registration_rejected',
    data: { origin },
    secret: null,
    expiresAt: ctx.now + EMAIL_LIFETIME_MS,
  })

/**
 * Reviews many registrations, each in its own transaction. Returns the number that now have the status, and the number
 * that were refused because the account is gone or has become an admin or owner.
 */
export async function reviewRegistrations(
  services: Services,
  caller: Caller,
  { ids, ...review }: Omit<Review, 'id'> & { ids: readonly string[] },
): Promise<{ reviewed: number; refused: number }> {
  const reviews = [...new Set(ids)].map((id) => reviewRegistration(services, caller, { id, ...review }))
  const outcomes = await Promise.allSettled(reviews)
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  const unexpected = failures.find((reason) => !(reason instanceof Refusal))
  if (unexpected) throw unexpected
  return { reviewed: outcomes.length - failures.length, refused: failures.length }
}

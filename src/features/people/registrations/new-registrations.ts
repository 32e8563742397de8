// People who register themselves: their state, and the e-mail that confirms it.

import { EMAIL_LIFETIME_MS } from '../../../kernel/limits.ts'
import { queueEmail } from '../../../kernel/outbox/emails.ts'
import type { TextKind } from '../../../kernel/outbox/schema.ts'
import type { DecideContext } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import type { Answers } from '../schema.ts'
import type { UserRow } from '../tables.ts'
import { type Places, registrationOf } from './places.ts'

export type NewRegistration = {
  needsReview: boolean
  answers: Answers
  /** The origin of the site; undefined if no e-mail can be sent. */
  origin: string | undefined
}

/** The account of somebody who registers, who proved their e-mail, and the e-mail that says what happens next. */
export function register(
  ctx: DecideContext,
  places: Places,
  { account, needsReview, answers, origin }: NewRegistration & { account: UserRow },
): { user: UserRow; writes: Write[] } {
  const user: UserRow = { ...account, ...registrationOf(places, { needsReview }), answers }
  if (origin === undefined) return { user, writes: [] }
  const draft = {
    kind: confirmationOf(user),
    data: { origin },
    secret: null,
    expiresAt: ctx.now + EMAIL_LIFETIME_MS,
  }
  return { user, writes: [queueEmail(ctx, user, draft)] }
}

function confirmationOf({ waitlisted, registrationStatus }: UserRow): TextKind {
  if (waitlisted) return 'registration_waitlisted'
  return registrationStatus === 'accepted' ? 'registration_accepted' : 'registration_received'
}

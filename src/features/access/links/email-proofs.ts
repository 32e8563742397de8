// The first proof that the owner of an account reads its e-mail.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { DecideContext, NewEvent } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import { endLinksOf } from '../../people/new-accounts/links-store.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import { endIdentitiesOf } from '../identities-store.ts'
import { endPasskeysOf } from '../passkeys/passkeys-store.ts'
import { endOtherSessions } from '../sessions/sessions-store.ts'

export type EmailProof = { user: UserRow; writes: Write[]; events: NewEvent[] }

/**
 * Records that the owner of an account has used a link sent to its e-mail, or that a provider vouches for it. The first
 * proof ends everything with which others may have signed in before: the password, sessions, links, passkeys, linked
 * accounts, and two-factor authentication. Admins and owners keep two-factor authentication, so that their mailbox alone
 * never opens the Back Office. A later proof changes nothing.
 */
export function proveEmail(ctx: DecideContext, user: UserRow): EmailProof {
  if (user.emailProvedAt !== null) return { user, writes: [], events: [] }
  const proved: UserRow = {
    ...user,
    emailProvedAt: ctx.now,
    // Nobody knows this password.
    passwordHash: ctx.newCredentials(ctx.passwordRule).passwordHash,
    passwordMustChange: true,
    passwordExpiresAt: null,
    ...(isProtectedRole(user.role) ? {} : { totpSecret: null, totpUsedAt: null }),
  }
  return {
    user: proved,
    writes: [
      userObjects.replace(proved),
      endOtherSessions({ userId: user.id, keptId: '' }),
      endLinksOf({ userId: user.id }),
      endPasskeysOf({ userId: user.id }),
      endIdentitiesOf({ userId: user.id }),
    ],
    events: [actionEvent('user', user, 'email_proved')],
  }
}

// Invitations for people whose accounts an import creates.
import {
  type DraftedInvitation,
  draftInvitation,
  type Inviter,
} from '../../../domain/access/new-invitations.ts'
import { invitationTokenOf } from '../../../domain/programme/uploaded-imports.ts'
import type { PageServices } from '../../../domain/services.ts'
import { DEFAULT_EMAIL_PATTERN } from '../../../import/defaults.ts'
import { canonicalEmail } from '../../../lib/text/email.ts'
import type { ImportRow } from '../../../store/sql/tables.ts'

/** Drafts invitations by canonical e-mail. They are the same every time. */
export const draftImportInvitations = (
  services: PageServices,
  run: Pick<ImportRow, 'runId' | 'expiresAt'>,
  { emails, by }: { emails: readonly string[]; by: Inviter },
): ReadonlyMap<string, DraftedInvitation> =>
  new Map(
    emails
      .filter(hasMailbox)
      .map((email) => [
        canonicalEmail(email),
        draftInvitation(services, by, invitationTokenOf(services, run, email)),
      ]),
  )

const WITHOUT_MAILBOX = DEFAULT_EMAIL_PATTERN.slice(DEFAULT_EMAIL_PATTERN.indexOf('@'))

/** False for addresses that an import made for people without an e-mail. */
export const hasMailbox = (email: string): boolean => !canonicalEmail(email).endsWith(WITHOUT_MAILBOX)

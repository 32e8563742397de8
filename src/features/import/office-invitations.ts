// Invitations for people whose accounts an import creates.

import type { PageServices } from '../../kernel/changes/services.ts'
import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import { hasMailbox } from '../people/mailboxes.ts'
import {
  type DraftedInvitation,
  draftInvitation,
  type Inviter,
} from '../people/new-accounts/new-invitations.ts'
import type { ImportRow } from './tables.ts'
import { invitationTokenOf } from './uploaded-imports.ts'

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

// The link by which somebody sets a new password, shown once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EmailResult } from '../../../domain/people/emails.ts'
import type { User } from '../../../schema/people/users.ts'
import { displayName } from '../../components/person.tsx'
import { zoneText } from '../../components/time.tsx'
import { zoneOf } from '../../pages/visit.ts'
import { Copyable } from '../shared/facts.tsx'
import { ObjectHead } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { Stamp } from '../shared/timestamp.tsx'

type ResetLinkPage = { user: User; url: string; expiresAt: number; emailResult: EmailResult }

const emailNotes: Record<EmailResult['status'], string> = {
  sent: 'It has been sent by e-mail, too.',
  not_set_up: 'Hand it on yourself: this installation sends no e-mail.',
  failed: 'Hand it on yourself: the e-mail could not be sent.',
}

/** Rendered as the answer to the form itself: the link is kept nowhere. */
export function sendResetLinkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, url, expiresAt, emailResult }: ResetLinkPage,
) {
  const zone = zoneOf(request.visit)
  const title = displayName(user)
  return sendOfficePage(request, reply, { title: `A link for ${title}`, scripts: ['copy.js'] }, () => (
    <>
      <ObjectHead area="users" id={user.id} title={title} current="access" />
      <div class="notice warn">
        <p>
          <strong>This link is shown here once.</strong> With it anyone sets a new password for {user.email},
          until <Stamp at={expiresAt} zone={zone} /> ({zoneText(expiresAt, zone)}).{' '}
          {emailNotes[emailResult.status]}
        </p>
      </div>
      <Copyable id="reset-link" text={url} />
    </>
  ))
}

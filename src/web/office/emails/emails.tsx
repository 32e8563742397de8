// Settings > E-mails: their texts, what was sent, what waits, and what failed, which can be sent again.
import type { FastifyPluginAsync } from 'fastify'
import { listEmails, retryEmail } from '../../../domain/people/emails.ts'
import { emailStates } from '../../../schema/people/emails.ts'
import { callerOf, messagesOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { sendSettingsPage } from '../platforms/settings-layout.tsx'
import { EMAILS } from '../shared/paths.ts'
import { among, queryOf } from '../shared/query-string.ts'
import { EmailQueue } from './email-queue.tsx'
import { EmailTextList } from './email-text-list.tsx'

type Ids = { Params: { id: string } }

export const emailRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/settings/emails', { config: { operation: 'emailsPage' } }, async (request, reply) => {
    const query = queryOf(request)
    const state = among(emailStates, query('state'))
    const found = await listEmails(services, callerOf(request), {
      state: state ?? null,
      cursor: query('after'),
    })
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendSettingsPage(services, request, reply, { tab: 'emails' }, (csrf) => (
      <>
        {services.hasMailer ? null : (
          <div class="notice">
            <p>{messagesOf(request).office.emails.noMailServer}</p>
          </div>
        )}
        <EmailTextList platform={callerOf(request).platform} />
        <EmailQueue {...{ ...found, state, view, csrf }} />
      </>
    ))
  })

  office.post<Ids>(
    '/settings/emails/:id/retry',
    { config: { operation: 'retryEmail' } },
    async (request, reply) => {
      await retryEmail(services, callerOf(request), request.params.id)
      return reply.redirect(`${EMAILS}?done=email-retried`, 303)
    },
  )
}

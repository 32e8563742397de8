// Settings > E-mails: their texts, and sent, waiting, and failed e-mails. Failed ones can be sent again.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ComponentProps } from 'preact'
import { followCursors } from '../../kernel/changes/pagination.ts'
import { listEmails, retryEmail } from '../../kernel/outbox/emails.ts'
import { emailStates } from '../../kernel/outbox/schema.ts'
import { OperatorNotice } from '../../kit/components/operator-note.tsx'
import { EMAILS } from '../../kit/office/paths.ts'
import { among, queryOf } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { readSiteOrigin } from '../platforms/site-origin.ts'
import { EmailQueue, emailFile } from './office-queue.tsx'
import { EmailTextList } from './office-text-list.tsx'

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
    const notice = await noticeOf(services, request)
    return sendSettingsPage(services, request, reply, { tab: 'emails' }, (csrf) => (
      <>
        {notice ? <OperatorNotice {...notice} /> : null}
        <EmailTextList platform={callerOf(request).platform} />
        <EmailQueue {...{ ...found, state, view, csrf }} />
      </>
    ))
  })

  tableFileRoutes(office, services, { path: '/settings/emails', operation: 'exportEmails' }, (request) => {
    const caller = callerOf(request)
    const state = among(emailStates, queryOf(request)('state')) ?? null
    const pages = followCursors(async (cursor) => {
      const { emails, next } = await listEmails(services, caller, { state, cursor })
      return { items: emails, next }
    })
    return { name: 'emails', columns: emailFile, pages }
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

/** The reason some e-mails are not sent, with advice for the operator. */
async function noticeOf(
  services: WebOptions['services'],
  request: FastifyRequest,
): Promise<ComponentProps<typeof OperatorNotice> | undefined> {
  const { emails: texts, settings } = messagesOf(request).office
  if (!services.hasMailer) return { text: texts.noMailServer, advice: settings.operator.mail }
  const { publicUrl } = request.server.config
  const origin = await readSiteOrigin(services, callerOf(request).platform.id, publicUrl)
  return origin === undefined ? { text: texts.noAddress, advice: settings.operator.address } : undefined
}

// The page that shows the secrets of a form once, and its replacement afterward.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/website.ts'
import { type ApiKeySecret, sendApiKeySecret } from '../api-keys/office-secret.tsx'
import { type NewAccounts, sendNewAccounts } from '../people/office-new-accounts-page.tsx'
import { type CreatedPlatform, sendCreatedPlatform } from '../platforms/office-created-platform.tsx'
import { sendWebhookSecret, type WebhookSecret } from '../webhooks/office-secret.tsx'
import { type InvitationPage, sendInvitationPage } from './office-invitations.tsx'
import { type ResetLinkPage, sendResetLink } from './office-reset-link-page.tsx'
import { type SignUpLink, sendSignUpLink } from './office-sign-ups.tsx'
import { emptySlot } from './one-time-slots.ts'

/** The content of a slot, as JSON. */
export type OneTimePage =
  | { kind: 'accounts'; data: NewAccounts }
  | { kind: 'api_key'; data: ApiKeySecret }
  | { kind: 'webhook'; data: WebhookSecret }
  | { kind: 'reset_link'; data: ResetLinkPage }
  | { kind: 'invitation'; data: InvitationPage }
  | { kind: 'sign_up'; data: SignUpLink }
  | { kind: 'platform'; data: CreatedPlatform }

type Ids = { Params: { id: string } }

export const oneTimeRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  // No HEAD route, because HEAD would empty the slot and show nothing.
  office.get<Ids>(
    '/once/:id',
    { config: { operation: 'oneTimePage' }, exposeHeadRoute: false },
    async (request, reply) => {
      const text = await emptySlot(services, callerOf(request), request.params.id)
      if (text === undefined) return sendEmptied(request, reply)
      // Only `showOnce` fills slots.
      return sendOneTimePage(request, reply, JSON.parse(text) as OneTimePage)
    },
  )
}

function sendOneTimePage(request: FastifyRequest, reply: FastifyReply, page: OneTimePage) {
  if (page.kind === 'accounts') return sendNewAccounts(request, reply, page.data)
  if (page.kind === 'api_key') return sendApiKeySecret(request, reply, page.data)
  if (page.kind === 'webhook') return sendWebhookSecret(request, reply, page.data)
  if (page.kind === 'reset_link') return sendResetLink(request, reply, page.data)
  if (page.kind === 'invitation') return sendInvitationPage(request, reply, page.data)
  if (page.kind === 'sign_up') return sendSignUpLink(request, reply, page.data)
  return sendCreatedPlatform(request, reply, page.data)
}

/** The same page for slots that are empty, expired, owned by others, or unknown. */
function sendEmptied(request: FastifyRequest, reply: FastifyReply) {
  const { once } = messagesOf(request).office.forms
  reply.code(404)
  return sendOfficePage(request, reply, { title: once.title }, () => (
    <>
      <h1>{once.title}</h1>
      <p>{once.text}</p>
      <ul>
        {once.advice.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
      <div class="actions">
        <a class="button primary" href="/backoffice">
          {once.dashboard}
        </a>
      </div>
    </>
  ))
}

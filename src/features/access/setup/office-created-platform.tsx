// The page after a platform was created, with the password of its first owner.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PLATFORMS } from '../../../kit/office/paths.ts'
import { sendSecretsPage } from '../../../kit/office/secrets-page.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'

/** `email` and `password` belong to the first owner. */
export type CreatedPlatform = { id: string; name: string; email: string; password: string }

export function sendCreatedPlatform(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, email, password }: CreatedPlatform,
) {
  const texts = messagesOf(request).office.platforms.created
  return sendSecretsPage(request, reply, {
    documentTitle: name,
    head: <h1>{texts.title({ name })}</h1>,
    notice: texts.notice,
    secrets: [{ id: 'owner-password', label: texts.password({ email }), text: password }],
    children: <p>{texts.next}</p>,
    next: { href: `${PLATFORMS}/${id}/hosts`, text: texts.addHosts },
    more: (
      <a class="button" href={PLATFORMS}>
        {texts.all}
      </a>
    ),
  })
}

// The one page on which the secret of a webhook stands, with a button that copies it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Copyable } from '../shared/facts.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { WEBHOOKS } from './webhook-card.tsx'

/** Shows a secret that was made a moment ago. It is kept encrypted, and never shown again. */
export function sendWebhookSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, secret }: { id: string; secret: string },
  title: string,
) {
  return sendOfficePage(request, reply, { title: 'Secret', scripts: ['copy.js'] }, () => (
    <>
      <h1>{title}</h1>
      <p class="notice warn">
        This is the only time that the secret is shown. Keep it where the system that listens keeps its
        secrets.
      </p>
      <h2>Secret</h2>
      <Copyable id="webhook-secret" text={secret} />
      <p class="quiet">
        The system that listens verifies every delivery with it, by{' '}
        <a href="https://www.standardwebhooks.com/" rel="noreferrer">
          Standard Webhooks
        </a>
        : libraries for most languages take the secret as it stands here.
      </p>
      <p class="actions">
        <a class="button" href={`${WEBHOOKS}/${id}`}>
          I have kept it
        </a>
      </p>
    </>
  ))
}

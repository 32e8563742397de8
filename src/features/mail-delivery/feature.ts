// What the server needs of mail delivery.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith, wakeAfterChanges } from '../../kernel/http/running.ts'
import { measureEmails } from '../../kernel/http/server/metrics.ts'
import { countWaiting } from '../../kernel/outbox/emails.ts'
import { startEmailDelivery } from '../../kernel/outbox/send-job.ts'

/** Without a mail server, e-mails wait. */
async function start(app: FastifyInstance, { services }: Running): Promise<undefined> {
  const { mailer } = services
  if (!mailer) return
  const { emailRenderer } = await import('./render-email.ts')
  const delivery = runWith(app, 'e-mails cannot be sent', (onError) =>
    startEmailDelivery({
      services,
      mailer,
      render: emailRenderer(services),
      onResult: measureEmails(app.metrics, () => countWaiting(services)),
      onError,
    }),
  )
  wakeAfterChanges(app, delivery)
}

export const mailDeliveryFeature: Feature = {
  start,
}

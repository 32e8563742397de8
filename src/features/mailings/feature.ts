// What the server needs of mailings.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { ownMailingData } from './export.ts'
import { startMailings } from './job.ts'

function start(app: FastifyInstance, { services }: Running): undefined {
  if (services.hasMailer)
    runWith(app, 'e-mails to many people cannot be queued', (onError) =>
      startMailings({ services, publicUrl: app.config.publicUrl, onError }),
    )
}

export const mailingsFeature: Feature = {
  start,
  personalData: ownMailingData,
}

// What the server needs of platforms.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { startRetention } from './retention-job.ts'

function start(app: FastifyInstance, { services }: Running): undefined {
  runWith(app, 'the retention job failed', (onError) => startRetention({ services, onError }))
}

export const platformsFeature: Feature = {
  start,
}

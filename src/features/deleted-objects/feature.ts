// What the server needs of deleted objects.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { startErasing } from './job.ts'

function start(app: FastifyInstance, { services }: Running): undefined {
  runWith(app, 'deleted objects cannot be erased', (onError) => startErasing({ services, onError }))
}

export const deletedObjectsFeature: Feature = {
  start,
}

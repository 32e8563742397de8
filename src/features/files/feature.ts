// What the server needs of files.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { filesApi } from './api.ts'
import { startFileRemoval } from './job.ts'

function start(app: FastifyInstance, { services }: Running): undefined {
  runWith(app, 'unused files cannot be removed', (onError) => startFileRemoval({ services, onError }))
}

export const filesFeature: Feature = {
  start,
  api: [filesApi],
}

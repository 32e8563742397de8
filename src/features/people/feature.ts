// What the server needs of people.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { peopleApi } from './api.ts'
import { exportedUsers, ownAccountData } from './export.ts'
import { startRegistrations } from './registrations/registrations-job.ts'

function start(app: FastifyInstance, { services }: Running): undefined {
  runWith(app, 'places that became free cannot be filled', (onError) =>
    startRegistrations({ services, publicUrl: app.config.publicUrl, onError }),
  )
}

export const peopleFeature: Feature = {
  start,
  api: [peopleApi],
  exports: exportedUsers,
  personalData: ownAccountData,
}

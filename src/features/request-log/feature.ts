// What the server needs of request log.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { measureDropped } from '../../kernel/http/server/metrics.ts'
import { recordRequests } from './api.ts'
import { type RequestLog, startRequestLog } from './job.ts'
import { readUsesInDay } from './request-log.ts'

declare module '../../kernel/http/running.ts' {
  interface Running {
    requestLog: RequestLog
  }
}

function start(app: FastifyInstance, { services }: Running) {
  const requestLog = runWith(app, 'requests could not be written to the request log', (onError) =>
    startRequestLog({ services, onError }),
  )
  measureDropped(app.metrics, () => requestLog.dropped)
  return { requestLog }
}

export const requestLogFeature: Feature = {
  start,
  watchApi: (api, { requestLog }) => recordRequests(api, requestLog.record),
  usesInDay: readUsesInDay,
}

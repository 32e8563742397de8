// What the server needs of viewers.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { attendanceApi } from './api.ts'
import { exportedAttendance, ownViewerData } from './export.ts'
import { Heartbeats } from './heartbeats.ts'
import { startAttendance } from './job.ts'
import { viewersPart } from './live-api.ts'

declare module '../../kernel/http/running.ts' {
  interface Running {
    heartbeats: Heartbeats
  }
}

function start(app: FastifyInstance, { services }: Running) {
  runWith(app, 'attendance cannot be completed', (onError) => startAttendance({ services, onError }))
  const heartbeats = runWith(
    app,
    'attendance cannot be recorded',
    (onError) => new Heartbeats({ services, onError }),
  )
  return { heartbeats }
}

export const viewersFeature: Feature = {
  start,
  api: [attendanceApi],
  stream: viewersPart,
  exports: exportedAttendance,
  personalData: ownViewerData,
}

// Routes of attendance: the viewers of each talk, and how long they watched.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Services } from '../../kernel/changes/services.ts'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import { listAttendance, listTalkAttendance } from './read-attendance.ts'
import * as schemas from './schema.ts'
import { AttendanceList, AttendanceListQuery, TalkAttendance } from './schema.ts'

const tags = ['Live']

/** Needs `request.caller`. */
const attendanceRoutes: FastifyPluginCallbackTypebox<{ services: Services }> = (app, { services }, done) => {
  app.get(
    '/talks/:id/attendance',
    {
      schema: {
        operationId: 'listTalkAttendance',
        tags,
        summary: 'List the attendance of a talk',
        description:
          'Returns how long each person watched the talk, live and as a replay, and the totals of everyone, with and without an account.',
        params: IdParams,
        querystring: AttendanceListQuery,
        response: { 200: TalkAttendance, ...problems.list, ...problems.read },
      },
    },
    ({ caller, params, query }) => listTalkAttendance(services, caller, params.id, query),
  )

  app.get(
    '/attendance',
    {
      schema: {
        operationId: 'listAttendance',
        tags,
        summary: 'List the attendance of all talks',
        description:
          'Returns how long each person watched each talk. Store the time of your request and send it as `updatedSince` in the next one to receive only what has changed.',
        querystring: AttendanceListQuery,
        response: { 200: AttendanceList, ...problems.list },
      },
    },
    ({ caller, query }) => listAttendance(services, caller, query),
  )
  done()
}

export const attendanceApi: ApiPart = {
  schemas: [schemas],
  routes: attendanceRoutes,
}

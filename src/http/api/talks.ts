// Routes of talks.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { listTalks, listUpcomingTalks, readTalk } from '../../domain/programme/read-talks.ts'
import { deleteTalkCommand, saveTalkCommand } from '../../domain/programme/talks.ts'
import { listOf, ref } from '../../schema/common.ts'
import { Deleted } from '../../schema/problems.ts'
import {
  Talk,
  TalkCreate,
  TalkListQuery,
  TalkSaved,
  TalkUpdate,
  UpcomingQuery,
  UpcomingTalk,
} from '../../schema/programme/talks.ts'
import { IdParams, problems } from './responses.ts'
import type { Writes } from './writes.ts'

const tags = ['Talks']

/** Needs `request.caller`. */
export const talkRoutes: FastifyPluginCallbackTypebox<{ writes: Writes }> = (app, { writes }, done) => {
  const { services } = writes
  const upcoming = {
    tags,
    summary: 'Talks that are not over yet, by start',
    querystring: UpcomingQuery,
    response: { 200: listOf(ref(UpcomingTalk)), ...problems.list },
  }
  app.get('/talk/upcoming', { schema: { ...upcoming, operationId: 'listUpcomingTalks' } }, (request) =>
    listUpcomingTalks(services, request.caller, request.query),
  )
  app.get(
    '/talks/upcoming',
    { schema: { ...upcoming, operationId: 'listUpcomingTalksToo', summary: 'The same as /talk/upcoming' } },
    (request) => listUpcomingTalks(services, request.caller, request.query),
  )

  app.get(
    '/talks',
    {
      schema: {
        operationId: 'listTalks',
        tags,
        summary: 'List talks',
        querystring: TalkListQuery,
        response: { 200: listOf(ref(Talk)), ...problems.list },
      },
    },
    (request) => listTalks(services, request.caller, request.query),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/talks',
    schema: {
      operationId: 'createTalk',
      tags,
      summary: 'Create a talk',
      description: 'Accounts for unknown e-mails are made; their passwords stand in this answer only.',
      body: ref(TalkCreate),
      response: { 201: ref(TalkSaved), ...problems.create },
    },
    command: saveTalkCommand,
  })

  app.get(
    '/talks/:id',
    {
      schema: {
        operationId: 'readTalk',
        tags,
        summary: 'Read a talk',
        params: IdParams,
        response: { 200: ref(Talk), ...problems.read },
      },
    },
    (request) => readTalk(services, request.caller, request.params.id),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/talks/:id',
    schema: {
      operationId: 'updateTalk',
      tags,
      summary: 'Update a talk, or create it under your own identifier',
      description:
        'What is not sent stays; objects merge member by member, lists replace whole, null clears. `ext:` of something that does not exist creates it.',
      params: IdParams,
      body: ref(TalkUpdate),
      response: { 200: ref(TalkSaved), 201: ref(TalkSaved), ...problems.update },
    },
    command: saveTalkCommand,
  })

  writes.declare(app, {
    method: 'DELETE',
    url: '/talks/:id',
    schema: {
      operationId: 'deleteTalk',
      tags,
      summary: 'Delete a talk',
      description: 'The accounts of its people stay.',
      params: IdParams,
      response: { 200: ref(Deleted), ...problems.remove },
    },
    command: ({ reference, precondition }) => deleteTalkCommand({ reference: reference ?? '', precondition }),
  })
  done()
}

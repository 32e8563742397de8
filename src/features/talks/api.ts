// Routes of talks.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import type { CachedReads } from '../../kernel/http/api/cached-reads.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import { listTalks, listUpcomingTalks, readTalk } from './read-talks.ts'
import * as schemas from './schema.ts'
import {
  Talk,
  TalkCreate,
  TalkListQuery,
  TalkSaved,
  TalkUpdate,
  UpcomingQuery,
  UpcomingTalk,
} from './schema.ts'
import { deleteTalkCommand, saveTalkCommand } from './talks.ts'

const tags = ['Talks']

/** Needs `request.caller`. */
const talkRoutes: FastifyPluginCallbackTypebox<{ reads: CachedReads; writes: WriteRoutes }> = (
  app,
  { reads, writes },
  done,
) => {
  const { services } = writes
  const upcoming = {
    tags,
    summary: 'List current and upcoming talks',
    description: 'Returns the published talks and breaks that have not ended yet, ordered by start.',
    querystring: UpcomingQuery,
    response: { 200: listOf(ref(UpcomingTalk)), ...problems.list },
  }
  app.get('/talk/upcoming', { schema: { ...upcoming, operationId: 'listUpcomingTalks' } }, (request) =>
    listUpcomingTalks(services, request.caller, request.query),
  )
  app.get(
    '/talks/upcoming',
    { schema: { ...upcoming, operationId: 'listUpcomingTalksToo', summary: 'Alias of /talk/upcoming' } },
    (request) => listUpcomingTalks(services, request.caller, request.query),
  )

  app.get(
    '/talks',
    {
      schema: {
        operationId: 'listTalks',
        tags,
        summary: 'List talks',
        description:
          'Returns the talks of the platform, including breaks, drafts, and canceled talks. Use the query parameters to filter them.',
        querystring: TalkListQuery,
        response: { 200: listOf(ref(Talk)), ...problems.list },
      },
    },
    (request, reply) =>
      reads.respond(request, reply, () => listTalks(services, request.caller, request.query)),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/talks',
    schema: {
      operationId: 'createTalk',
      tags,
      summary: 'Create a talk',
      description:
        'Creates accounts for unknown e-mails. Only this response contains their passwords; they cannot be retrieved later.',
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
        summary: 'Get a talk',
        description: 'Returns one talk.',
        params: IdParams,
        response: { 200: ref(Talk), ...problems.read },
      },
    },
    (request, reply) =>
      reads.respond(request, reply, () => readTalk(services, request.caller, request.params.id)),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/talks/:id',
    schema: {
      operationId: 'updateTalk',
      tags,
      summary: 'Update a talk, or create it with your own identifier',
      description:
        'Changes only the attributes you send: objects are merged, lists are replaced, and null clears an attribute. If no talk has the `ext:` identifier, the talk is created.',
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
      description: 'The accounts of its speakers and moderators are kept.',
      params: IdParams,
      response: { 200: ref(Deleted), ...problems.remove },
    },
    command: ({ reference, precondition }) => deleteTalkCommand({ reference: reference ?? '', precondition }),
  })
  done()
}

export const talksApi: ApiPart = {
  tags: [{ name: 'Talks', description: 'Talks with their speakers and moderators.' }],
  schemas: [schemas],
  routes: talkRoutes,
}

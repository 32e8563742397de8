// Routes of the live content of a talk: its settings and its state.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { ref } from '../../kernel/schema/common.ts'
import { readTalkLive } from './read-talk-live.ts'
import * as schemas from './schema.ts'
import { TalkLive, TalkLiveSaved, TalkLiveUpdate } from './schema.ts'
import { updateLiveCommand } from './settings.ts'

const tags = ['Live']

/** Needs `request.caller`. */
const liveRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (app, { writes }, done) => {
  app.get(
    '/talks/:id/live',
    {
      schema: {
        operationId: 'readTalkLive',
        tags,
        summary: 'Get the live state of a talk',
        description: 'Returns what is on, the settings of the chat, and what is on stage.',
        params: IdParams,
        response: { 200: ref(TalkLive), ...problems.read },
      },
    },
    (request) => readTalkLive(writes.services, request.caller, request.params.id),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/talks/:id/live',
    schema: {
      operationId: 'updateTalkLive',
      tags,
      summary: 'Change the live settings of a talk',
      description:
        'Changes only the attributes you send, at once on all open pages. `null` unpins the message and clears the stage. A message of the talk can be pinned if it is visible. An open question of the talk can be on stage, and a survey of the talk that was opened, or one about the whole event while it is open.',
      params: IdParams,
      body: ref(TalkLiveUpdate),
      response: { 200: ref(TalkLiveSaved), ...problems.live.write },
    },
    command: updateLiveCommand,
  })
  done()
}

export const liveApi: ApiPart = {
  tags: [
    { name: 'Live', description: 'What happens in talks while people watch: the chat and its settings.' },
  ],
  schemas: [schemas],
  routes: liveRoutes,
}

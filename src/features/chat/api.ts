// Routes of chat messages.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import * as schemas from './schema.ts'
import { Message, MessageCreate, MessageDelete, MessageListQuery, MessageSaved } from './schema.ts'
import { createMessageCommand, deleteMessageCommand, listMessages, readOneMessage } from './staff-messages.ts'

const tags = ['Live']

const MessageParams = Type.Object({
  ...IdParams.properties,
  messageId: Type.String({
    description: 'The id of the message.',
    examples: ['01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'],
  }),
})

/** Needs `request.caller`. */
const messageRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (app, { writes }, done) => {
  const { services } = writes
  app.get(
    '/talks/:id/messages',
    {
      schema: {
        operationId: 'listMessages',
        tags,
        summary: 'List the chat messages of a talk',
        description:
          'Returns all messages in the order of the chat, also those that wait for a moderator or were removed.',
        params: IdParams,
        querystring: MessageListQuery,
        response: { 200: listOf(ref(Message)), ...problems.live.list },
      },
    },
    (request) => listMessages(services, request.caller, request.params.id, request.query),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/talks/:id/messages',
    schema: {
      operationId: 'createMessage',
      tags,
      summary: 'Send a chat message',
      description:
        'Sends a message as an account, or under a name to bridge the chat of another platform. The settings of the chat apply as if the message had been written on the page: it can wait for a moderator. Only the limits on how fast a person writes do not apply. An account that may not watch the talk, for example because it has not paid for a talk that costs credits, is refused with 403 `watching_restricted`.',
      params: IdParams,
      body: ref(MessageCreate),
      response: { 201: ref(MessageSaved), ...problems.live.write },
    },
    command: createMessageCommand,
  })

  app.get(
    '/talks/:id/messages/:messageId',
    {
      schema: {
        operationId: 'readMessage',
        tags,
        summary: 'Get a chat message',
        description: 'Returns one message.',
        params: MessageParams,
        response: { 200: ref(Message), ...problems.live.read },
      },
    },
    ({ caller, params }) => readOneMessage(services, caller, params.id, params.messageId),
  )

  writes.declare(app, {
    method: 'DELETE',
    url: '/talks/:id/messages/:messageId',
    schema: {
      operationId: 'deleteMessage',
      tags,
      summary: 'Remove a chat message',
      description:
        'Removes the message from all open pages. Its author sees that a moderator removed it, with the `reason` if there is one.',
      params: MessageParams,
      'x-optional-body': true,
      body: ref(MessageDelete),
      response: { 200: ref(Deleted), ...problems.live.write },
    },
    command: deleteMessageCommand,
  })
  done()
}

export const chatApi: ApiPart = {
  schemas: [schemas],
  routes: messageRoutes,
}

// Actions of people in a chat: writing, deleting their own messages, reacting, and reporting.
import type { FastifyPluginAsync } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { answer, checked, type OfMessage, type OfTalk, talkOf } from '../live/page-request.ts'
import {
  deleteOwnMessageOperation,
  postMessageOperation,
  reactOperation,
  reportMessageOperation,
} from './chat.ts'
import { type Emoji, MessagePost, ReactionPost, Reason } from './schema.ts'

/** Needs a signed-in user. */
export const chatRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.post<OfTalk>(
    '/talks/:id/messages',
    { config: { operation: 'postMessage' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const field = fieldsOf(request)
      const { text } = checked(request, MessagePost, { text: field('text') })
      const message = await execute(services, caller, postMessageOperation, {
        talk: talkOf(request),
        author: { user: { by: 'id', value: caller.user.id } },
        text,
        replyTo: field('replyTo') || null,
      })
      const { id, state } = message
      return answer(request, reply, `/talks/${message.talkId}#chat`, { id, state })
    },
  )

  site.post<OfTalk>(
    '/talks/:id/reactions',
    { config: { operation: 'reactToMessage' } },
    async (request, reply) => {
      const [messageId = '', emoji = ''] = fieldsOf(request)('reaction').split(' ')
      const isOn = fieldsOf(request)('off') === ''
      const talk = talkOf(request)
      const reaction = checked(request, ReactionPost, { messageId, emoji: emoji as Emoji })
      await execute(services, callerOf(request), reactOperation, { talk, ...reaction, isOn })
      return answer(request, reply, `/talks/${talk.value}#chat`)
    },
  )

  site.post<OfMessage>(
    '/talks/:id/messages/:messageId/delete',
    { config: { operation: 'deleteOwnMessage' } },
    async (request, reply) => {
      const talk = talkOf(request)
      const { messageId } = request.params
      await execute(services, callerOf(request), deleteOwnMessageOperation, { talk, messageId })
      return answer(request, reply, `/talks/${talk.value}#chat`)
    },
  )

  site.post<OfMessage>(
    '/talks/:id/messages/:messageId/report',
    { config: { operation: 'reportMessage' } },
    async (request, reply) => {
      const talk = talkOf(request)
      const { reason } = checked(request, Reason, { reason: fieldsOf(request)('reason') || null })
      const { messageId } = request.params
      await execute(services, callerOf(request), reportMessageOperation, { talk, messageId, reason })
      return answer(request, reply, `/talks/${talk.value}#chat`)
    },
  )
}

// Actions of moderators in a chat, and the page for them.
import type { FastifyPluginAsync } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { audienceOf } from '../live/items.ts'
import { answer, checked, liveContextOf, type OfMessage, type OfTalk, talkOf } from '../live/page-request.ts'
import { changeLiveOperation } from '../live/settings.ts'
import { changeSettings } from '../platforms/platforms.ts'
import {
  approveMessageOperation,
  clearPersonOperation,
  listMutes,
  muteOperation,
  removeMessageOperation,
  unmuteOperation,
} from './moderation.ts'
import { sendModerationPage } from './page-moderation.tsx'
import { readChat } from './read-messages.ts'
import { ChatSettings, muteMinutes, Reason } from './schema.ts'

type OfPerson = { Params: { id: string; userId: string } }

/** Needs a signed-in user. */
export const moderationRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options

  site.get<OfTalk>(
    '/talks/:id/moderation',
    { config: { operation: 'chatModerationPage' } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      const { user } = callerOf(request)
      const audience = audienceOf(context, { user })
      if (audience === null || audience === 'public') throw new Refusal('moderators_only')
      const [chat, mutes] = await Promise.all([
        readChat(services, context, { audience, userId: user.id }),
        listMutes(services, context.platform.id),
      ])
      return sendModerationPage(request, reply, {
        ...{ context, chat, mutes, recipient: { user } },
        isAdmin: audience === 'admins',
      })
    },
  )

  site.post<OfTalk>(
    '/talks/:id/moderation',
    { config: { operation: 'changeChat' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      const talk = talkOf(request)
      const change = checked(request, ChatSettings, {
        chatMode: field('chatMode') as 'open',
        slowSeconds: Number(field('slowSeconds') || '0'),
      })
      await execute(services, callerOf(request), changeLiveOperation, { talk, change })
      return answer(request, reply, `/talks/${talk.value}/moderation`)
    },
  )

  site.post<OfTalk>(
    '/talks/:id/moderation/all',
    { config: { operation: 'pauseAllChats' } },
    async (request, reply) => {
      const caller = callerOf(request)
      if (!isProtectedRole(caller.user.role)) throw new Refusal('moderators_only')
      const { chat } = caller.platform.settings
      await changeSettings(services, caller, {
        chat: { ...chat, isPaused: fieldsOf(request)('pause') !== '' },
      })
      return answer(request, reply, `/talks/${talkOf(request).value}/moderation`)
    },
  )

  site.post<OfMessage>(
    '/talks/:id/messages/:messageId/moderate',
    { config: { operation: 'moderateMessage' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      const caller = callerOf(request)
      const talk = talkOf(request)
      const { messageId } = request.params
      const { reason } = checked(request, Reason, { reason: field('reason') || null })
      switch (field('do')) {
        case 'remove':
          await execute(services, caller, removeMessageOperation, { talk, messageId, reason })
          break
        case 'approve':
          await execute(services, caller, approveMessageOperation, { talk, messageId })
          break
        case 'pin':
          await execute(services, caller, changeLiveOperation, {
            talk,
            change: { pinnedMessageId: messageId },
          })
          break
        case 'unpin':
          await execute(services, caller, changeLiveOperation, { talk, change: { pinnedMessageId: null } })
          break
        default:
          throw new Refusal('bad_request')
      }
      const isReview = field('back') === 'moderation'
      return answer(request, reply, `/talks/${talk.value}${isReview ? '/moderation' : '#chat'}`)
    },
  )

  site.post<OfPerson>(
    '/talks/:id/people/:userId/moderate',
    { config: { operation: 'moderatePerson' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      const caller = callerOf(request)
      const talk = talkOf(request)
      const person = { by: 'id' as const, value: request.params.userId }
      const { reason } = checked(request, Reason, { reason: field('reason') || null })
      switch (field('do')) {
        case 'mute':
          await execute(services, caller, muteOperation, {
            talk,
            person,
            minutes: minutesOf(field('minutes')),
            reason,
          })
          break
        case 'unmute':
          await execute(services, caller, unmuteOperation, { talk, person })
          break
        case 'clear':
          await execute(services, caller, clearPersonOperation, { talk, person, reason })
          break
        default:
          throw new Refusal('bad_request')
      }
      return answer(request, reply, `/talks/${talk.value}/moderation`)
    },
  )
}

/** Null for the whole event. */
const minutesOf = (text: string): number | null =>
  muteMinutes.find((minutes) => String(minutes) === text) ?? null

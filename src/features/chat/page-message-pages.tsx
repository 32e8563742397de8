// The page of one message, with everything its reader can do about it, and the page of earlier messages.

import type { FastifyPluginAsync } from 'fastify'
import type { ComponentType } from 'preact'
import { Refusal } from '../../kernel/changes/errors.ts'
import { pageHooks } from '../../kernel/changes/features.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { queryOf } from '../../kit/pages/query.ts'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type Audience, audienceOf, type LiveContext } from '../live/items.ts'
import { sendLivePage } from '../live/page-live.tsx'
import { liveContextOf, type OfMessage, type OfTalk } from '../live/page-request.ts'
import { featureOff } from '../live/state.ts'
import { MAX_MESSAGE_LENGTH } from './limits.ts'
import { authorName, ChatMessageItem } from './page-message.tsx'
import { type ChatMessage, readChat, readMessage, readMinute } from './read-messages.ts'
import { emojis, muteMinutes } from './schema.ts'

/** A form for moderators on the page of a message, which another feature adds. */
export type MessageForm = ComponentType<{ context: LiveContext; message: ChatMessage; csrf: string }>

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    messageForms?: readonly MessageForm[]
  }
}

/** Of a talk, from its start. */
const MINUTE = /^\d{1,4}$/

export const messagePages: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options

  site.get<OfTalk>(
    '/talks/:id/messages',
    { config: { operation: 'chatHistoryPage', parameters: ['before', 'minute'] } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      if (!context.features.includes('chat')) throw featureOff('chat', context.talk)
      const query = queryOf(request)
      const minute = query('minute')
      const before = Number(query('before')) || Number.MAX_SAFE_INTEGER
      const { messages, hasEarlier } = MINUTE.test(minute)
        ? { messages: await readMinute(services, context, Number(minute)), hasEarlier: false }
        : await readChat(services, context, { audience: 'public', userId: null, before })
      const { live: texts } = messagesOf(request)
      const title = texts.chat.earlierTitle({ talk: context.talk.title })
      return sendLivePage(request, reply, { title, talk: context.talk }, () => (
        <>
          {hasEarlier ? (
            <p>
              <a href={`/talks/${context.talk.id}/messages?before=${messages[0]?.seq ?? 0}`}>
                {texts.chat.earlier}
              </a>
            </p>
          ) : null}
          {messages.length === 0 ? <p class="quiet">{texts.chat.empty}</p> : null}
          <ol class="chat-log">
            {messages.map((message) => (
              <ChatMessageItem message={message} talkId={context.talk.id} />
            ))}
          </ol>
        </>
      ))
    },
  )

  site.get<OfMessage>(
    '/talks/:id/messages/:messageId',
    { config: { operation: 'messagePage' } },
    async (request, reply) => {
      const context = await liveContextOf(options, request)
      if (!context.features.includes('chat')) throw featureOff('chat', context.talk)
      const { user } = request.visit
      const audience = audienceOf(context, { user }) ?? 'public'
      const message = await readMessage(services, context, request.params.messageId)
      const isOwn = message !== undefined && user !== null && message.userId === user.id
      const isShown =
        message?.state === 'visible' || (message?.state === 'held' && (isOwn || audience !== 'public'))
      if (!message || !isShown) throw new Refusal('message_not_found')
      const texts = messagesOf(request).live
      const title = texts.chat.page.title({ name: authorName(message, texts.deletedAccount) })
      return sendLivePage(request, reply, { title, talk: context.talk }, (csrf) => (
        <MessageActions {...{ context, message, audience, csrf, isOwn }} isSignedIn={user !== null} />
      ))
    },
  )
}

type ActionProps = {
  context: LiveContext
  message: ChatMessage
  audience: Audience
  csrf: string
  isOwn: boolean
  isSignedIn: boolean
}

function MessageActions({ context, message, audience, csrf, isOwn, isSignedIn }: ActionProps) {
  const { chat: texts } = useMessages().live
  const { talk } = context
  const path = `/talks/${talk.id}`
  const ofMessage = `${path}/messages/${message.id}`
  return (
    <>
      <ul class="chat-log">
        <ChatMessageItem message={message} talkId={talk.id} />
      </ul>
      {isSignedIn ? (
        <>
          <Form action={`${path}/reactions`} csrf={csrf} class="reaction-bar">
            <span class="visually-hidden">{texts.page.reactions}</span>
            {emojis.map((emoji) => (
              <button
                type="submit"
                name="reaction"
                value={`${message.id} ${emoji}`}
                aria-label={`${texts.react} ${emoji}`}
              >
                {emoji}
              </button>
            ))}
          </Form>
          <Form action={`${path}/messages`} csrf={csrf} class="chat-form">
            <input type="hidden" name="replyTo" value={message.id} />
            <label class="visually-hidden" for="answer-text">
              {texts.page.answer}
            </label>
            <textarea
              id="answer-text"
              dir="auto"
              name="text"
              rows={2}
              required
              maxLength={MAX_MESSAGE_LENGTH}
              placeholder={texts.page.answerPlaceholder}
            ></textarea>
            <button type="submit" class="primary">
              {texts.page.answer}
            </button>
          </Form>
        </>
      ) : (
        <p>
          <a class="button" href={`/sign-in?next=${encodeURIComponent(path)}`}>
            {texts.signIn}
          </a>
        </p>
      )}
      {isOwn ? (
        <Form action={`${ofMessage}/delete`} csrf={csrf}>
          <button type="submit">{texts.page.deleteOwn}</button>
        </Form>
      ) : null}
      {isSignedIn && !isOwn && audience === 'public' ? (
        <details>
          <summary>{texts.page.report}</summary>
          <Form action={`${ofMessage}/report`} csrf={csrf}>
            <Field name="reason" label={texts.page.reportReason} maxLength={200} />
            <button type="submit">{texts.page.report}</button>
          </Form>
        </details>
      ) : null}
      {audience === 'public' ? null : <ModeratorActions {...{ context, message, csrf }} />}
    </>
  )
}

function ModeratorActions({ context, message, csrf }: Pick<ActionProps, 'context' | 'message' | 'csrf'>) {
  const { page: texts } = useMessages().live.chat
  const path = `/talks/${context.talk.id}`
  const isPinned = context.live.pinnedMessageId === message.id
  const { author } = message
  return (
    <section class="moderation" aria-labelledby="moderation">
      <h2 id="moderation">{texts.moderation}</h2>
      <Form action={`${path}/messages/${message.id}/moderate`} csrf={csrf}>
        <Field name="reason" label={texts.reason} hint={texts.reasonHint} maxLength={200} />
        <p class="actions">
          <button type="submit" name="do" value="remove" class="danger">
            {texts.remove}
          </button>
          {message.state === 'held' || message.reports > 0 ? (
            <button type="submit" name="do" value="approve">
              {texts.approve}
            </button>
          ) : null}
          {message.state === 'visible' ? (
            <button type="submit" name="do" value={isPinned ? 'unpin' : 'pin'}>
              {isPinned ? texts.unpin : texts.pin}
            </button>
          ) : null}
        </p>
      </Form>
      {pageHooks
        .of('messageForms')
        .flat()
        .map((Added) => (
          <Added {...{ context, message, csrf }} />
        ))}
      {author && !isProtectedRole(author.role) ? (
        <Form action={`${path}/people/${author.id}/moderate`} csrf={csrf}>
          <div class="field">
            <label for="minutes">{texts.muteFor}</label>
            <select id="minutes" name="minutes" aria-describedby="minutes-hint">
              {muteMinutes.map((minutes) => (
                <option value={minutes}>
                  {minutes % 60 === 0
                    ? texts.hours({ count: minutes / 60 })
                    : texts.minutes({ count: minutes })}
                </option>
              ))}
              <option value="event">{texts.wholeEvent}</option>
            </select>
            <p class="hint" id="minutes-hint">
              {texts.muteHint}
            </p>
          </div>
          <p class="actions">
            <button type="submit" name="do" value="mute">
              {texts.mute}
            </button>
            <button type="submit" name="do" value="clear" class="danger">
              {texts.removeAll}
            </button>
          </p>
        </Form>
      ) : null}
    </section>
  )
}

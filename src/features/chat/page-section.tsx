// The chat of a talk: its messages, the form to write one, and messages for moderators to review.

import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { Form } from '../../kit/components/form-fields.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { assetPath } from '../../kit/pages/assets.ts'
import type { LiveContext } from '../live/items.ts'
import type { LivePanel } from '../live/panel.ts'
import type { TalkRow } from '../talks/tables.ts'
import { hasStage, talkPhase } from '../talks/talk-states.ts'
import { MAX_MESSAGE_LENGTH } from './limits.ts'
import { slowSecondsOf } from './message-rules.ts'
import { ChatMessageItem } from './page-message.tsx'
import type { ChatHistory } from './read-messages.ts'
import { emojis } from './schema.ts'

type ChatProps = { panel: LivePanel; chat: ChatHistory; csrf: string }

export function ChatSection({ panel, chat, csrf }: ChatProps) {
  const { live: texts } = useMessages()
  const { context, audience, isSignedIn, mayWrite } = panel
  const path = `/talks/${context.talk.id}`
  return (
    <section class="live-section chat" id="chat" aria-labelledby="chat-heading">
      <h2 id="chat-heading">{texts.chat.heading}</h2>
      <ChatState context={context} />
      {hasStage(context.talk) ? <Follow talk={context.talk} /> : null}
      {chat.hasEarlier ? (
        <p class="chat-earlier">
          <a href={`${path}/messages?before=${chat.messages[0]?.seq ?? 0}`}>{texts.chat.earlier}</a>
        </p>
      ) : null}
      <Form action={`${path}/reactions`} csrf={csrf} class="chat-log-form">
        <ol class="chat-log" data-list="message" aria-label={texts.chat.log}>
          {chat.messages.map((message) => (
            <ChatMessageItem message={message} talkId={context.talk.id} />
          ))}
        </ol>
        <button type="button" class="chat-newer" hidden>
          {texts.chat.newer}
        </button>
        {mayWrite ? <MessageTools path={path} isModerator={audience !== 'public'} /> : null}
      </Form>
      <p class="chat-empty quiet" data-empty="message">
        {talkPhase(context.talk, context.readAt) === 'ended' ? texts.chat.noMessages : texts.chat.empty}
      </p>
      {mayWrite ? (
        <MessageForm path={path} csrf={csrf} />
      ) : isSignedIn ? (
        <p class="quiet">{texts.needsAcceptance}</p>
      ) : (
        <p class="chat-sign-in">
          <a class="button primary" href={`/sign-in?next=${encodeURIComponent(path)}`}>
            {texts.chat.signIn}
          </a>
        </p>
      )}
    </section>
  )
}

const QUICK = 3

/** `chat.js` adds a copy to the message that is pointed at or has the focus. */
function MessageTools({ path, isModerator }: { path: string; isModerator: boolean }) {
  const { chat: texts } = useMessages().live
  return (
    <template class="chat-message-tools">
      <span class="chat-tools">
        {emojis.slice(0, QUICK).map((emoji) => (
          <button type="submit" name="reaction" value={emoji} aria-label={`${texts.react} ${emoji}`}>
            {emoji}
          </button>
        ))}
        <button type="button" aria-label={texts.page.answer} title={texts.page.answer} data-reply>
          <Icon name="reply" />
        </button>
        {isModerator ? (
          <button
            type="submit"
            name="do"
            value="remove"
            aria-label={texts.page.remove}
            title={texts.page.remove}
            data-action={`${path}/messages/{id}/moderate`}
          >
            <Icon name="trash" />
          </button>
        ) : null}
      </span>
    </template>
  )
}

function MessageForm({ path, csrf }: { path: string; csrf: string }) {
  const { chat: texts } = useMessages().live
  return (
    <Form action={`${path}/messages`} csrf={csrf} class="chat-form">
      <p class="form-problem" role="alert" hidden></p>
      <input type="hidden" name="replyTo" value="" />
      <p class="chat-replying" data-text={texts.answering({ name: '%' })} hidden>
        <span></span>
        <button type="button" class="plain" aria-label={texts.cancelReply} data-cancel>
          <Icon name="x" />
        </button>
      </p>
      <label class="visually-hidden" for="message-text">
        {texts.message}
      </label>
      <textarea
        id="message-text"
        dir="auto"
        name="text"
        rows={1}
        required
        maxLength={MAX_MESSAGE_LENGTH}
        placeholder={texts.placeholder}
        data-submit-on-enter
      ></textarea>
      <button type="submit" class="primary">
        {texts.send}
      </button>
    </Form>
  )
}

/** Its script shows it during a replay of a talk that had a chat. A talk can become a replay while its page is open. */
function Follow({ talk: { startAt, endAt } }: { talk: TalkRow }) {
  const { chat: texts } = useMessages().live
  return (
    <p
      class="chat-follow"
      data-script={assetPath('chat-replay.js')}
      data-start={formatInstant(startAt)}
      data-end={formatInstant(endAt)}
      hidden
    >
      <label>
        <input type="checkbox" checked /> {texts.follows}
      </label>
    </p>
  )
}

/** The state of the whole chat: the pinned message, slow mode, and a pause. Sent again when it changes. */
export function ChatState({ context }: { context: LiveContext }) {
  const { live: texts } = useMessages()
  const { talk, live, platform, pinned } = context
  const isPaused = live.chatMode === 'paused' || platform.settings.chat.isPaused
  const slowSeconds = slowSecondsOf(live, context.readAt)
  return (
    <div class="chat-state" id={`talk-${talk.id}`}>
      {pinned ? (
        <div class="chat-pinned">
          <p class="quiet">{texts.chat.pinned}</p>
          <ul class="chat-log">
            <ChatMessageItem message={pinned} talkId={talk.id} isPinned />
          </ul>
        </div>
      ) : null}
      {isPaused ? <p class="notice">{texts.chat.paused}</p> : null}
      {!isPaused && live.chatMode === 'approval' ? <p class="notice">{texts.chat.approval}</p> : null}
      {!isPaused && slowSeconds > 0 ? (
        <p
          class="notice"
          {...(live.slowSeconds === 0 ? { 'data-until': formatInstant(live.crowdedUntil) } : {})}
        >
          {texts.chat.slow({ seconds: slowSeconds })}
        </p>
      ) : null}
    </div>
  )
}

/** Messages that wait for a moderator, and those that were reported. `chat.js` keeps it up to date. */
export function ReviewSection({ panel, chat, csrf }: ChatProps) {
  const { chat: texts } = useMessages().live
  const { id } = panel.context.talk
  const path = `/talks/${id}`
  return (
    <section class="live-section chat" id="chat-review" aria-labelledby="chat-review-heading">
      <h2 id="chat-review-heading">{texts.moderation.tab}</h2>
      <Form action={`${path}/messages`} csrf={csrf} class="chat-log-form">
        <ul class="chat-log" data-list="review" aria-label={texts.moderation.review}>
          {chat.forReview.map((message) => (
            <ChatMessageItem message={message} talkId={id} isForReview>
              <ReviewTools action={`${path}/messages/${message.id}/moderate`} />
            </ChatMessageItem>
          ))}
        </ul>
        <template class="chat-review-tools">
          <ReviewTools action={`${path}/messages/{id}/moderate`} />
        </template>
      </Form>
      <p class="chat-empty quiet">{texts.moderation.noneToReview}</p>
      <p>
        <a href={`${path}/moderation`}>{texts.moderate}</a>
      </p>
    </section>
  )
}

function ReviewTools({ action }: { action: string }) {
  const { page: texts } = useMessages().live.chat
  return (
    <span class="chat-review">
      {(['approve', 'remove'] as const).map((name) => (
        <button type="submit" class="chip" name="do" value={name} formaction={action} data-action={action}>
          {texts[name]}
        </button>
      ))}
    </span>
  )
}

// One chat message, on pages and in streams.
import type { ComponentChildren } from 'preact'
import { findLinks } from '../../kernel/lib/text/markdown.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { Avatar, displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ChatMessage } from './read-messages.ts'
import type { Author } from './store.ts'

type Props = {
  message: ChatMessage
  talkId: string
  isPinned?: boolean
  isForReview?: boolean
  /** Below the message. */
  children?: ComponentChildren
}

/** The same for everyone in an audience. Everything that depends on the reader is on the page of the message. */
export function ChatMessageItem(props: Props) {
  const { message, talkId, isPinned = false, isForReview = false, children } = props
  const { live: texts, time } = useMessages()
  const { id, author, label, answered, createdAt } = message
  const name = authorName(message, texts.deletedAccount)
  return (
    <li
      id={`${isPinned ? 'pinned' : isForReview ? 'review' : 'message'}-${id}`}
      class={`chat-message ${message.state}`}
      data-order={message.seq}
      {...(author ? { 'data-author': author.id } : {})}
      {...(message.state === 'held' || message.reports > 0 ? { 'data-review': true } : {})}
    >
      {author ? <Avatar person={author} /> : <span class="avatar" aria-hidden="true"></span>}
      <div class="chat-body">
        <p class="chat-head">
          <b dir="auto">{name}</b>
          {message.isSpeaker ? <span class="badge">{texts.speaker}</span> : null}
          {author && (author.role === 'admin' || author.role === 'owner') ? (
            <span class="badge">{texts.team}</span>
          ) : null}
          {label !== null ? <span class="badge">{texts.chat.bridged}</span> : null}
          <time class="quiet" dateTime={formatInstant(createdAt)} data-local-time>
            {time.clock(createdAt, 'UTC')}
          </time>
          <a class="chat-link" href={`/talks/${talkId}/messages/${id}`} data-dialog>
            <span class="visually-hidden">{texts.chat.actions({ name })}</span>
          </a>
        </p>
        {answered ? (
          <p class="chat-answered quiet">
            {texts.chat.answering({ name: authorName(answered, texts.deletedAccount) })}{' '}
            <bdi>{excerpt(answered.text)}</bdi>
          </p>
        ) : null}
        <p dir="auto" class="chat-text">
          {linked(message.text)}
        </p>
        {message.state === 'held' ? <p class="chat-note">{texts.chat.held}</p> : null}
        {message.state === 'removed' ? (
          <p class="chat-note">
            {message.removedFor === null
              ? texts.chat.removed
              : texts.chat.removedBecause({ reason: message.removedFor })}
          </p>
        ) : null}
        {message.reports > 0 ? (
          <p class="chat-note">{texts.chat.reported({ count: message.reports })}</p>
        ) : null}
        {isPinned || isForReview ? null : <Reactions message={message} />}
        {children}
      </div>
    </li>
  )
}

function Reactions({ message: { id, reactions } }: { message: ChatMessage }) {
  const { chat: texts } = useMessages().live
  const entries = Object.entries(reactions)
  if (entries.length === 0) return null
  return (
    <p class="chat-reactions">
      {entries.map(([emoji, count]) => (
        <button type="submit" class="chip" name="reaction" value={`${id} ${emoji}`}>
          <span class="visually-hidden">{texts.react}</span> {emoji} {count}
        </button>
      ))}
    </p>
  )
}

type Signed = { author: Author | null; label: string | null }

export const authorName = ({ author, label }: Signed, deletedAccount: string): string =>
  author ? displayName(author) : (label ?? deletedAccount)

const EXCERPT_LENGTH = 60
const excerpt = (text: string): string =>
  text.length > EXCERPT_LENGTH ? `${[...text].slice(0, EXCERPT_LENGTH).join('')}…` : text

const MENTION = /@[\p{L}\p{N}._-]{2,}/gu

/** Plain text with clickable links, as in descriptions, and marked mentions. There is no other markup. */
function linked(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const { start, end: next, url, text: words } of findLinks(text)) {
    parts.push(
      ...mentioned(text.slice(end, start)),
      <a href={url} rel="nofollow noopener ugc" target="_blank">
        {breakable(words)}
      </a>,
    )
    end = next
  }
  return [...parts, ...mentioned(text.slice(end))]
}

/** An address breaks after its parts, not in the middle of a word. */
const breakable = (address: string): ComponentChildren[] =>
  address.split(/(?<=[?&=._-]|[^:/]\/)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr />, part]))

function mentioned(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const { 0: name, index } of text.matchAll(MENTION)) {
    parts.push(text.slice(end, index), <b class="mention">{name}</b>)
    end = index + name.length
  }
  return [...parts, text.slice(end)]
}

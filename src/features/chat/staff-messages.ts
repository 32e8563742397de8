// Chat messages of a talk for other systems: reading them, writing as an account or under a name, and removing them.

import type { SaveRequest } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { allPages, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { parseInstant } from '../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../kernel/limits.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { featureOff, isOn } from '../live/state.ts'
import type { PlatformCaller } from '../platforms/platforms.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import {
  authorOf,
  loadMessage,
  type MessageInput,
  type OneMessage,
  type PostInput,
  type PostState,
  postMessageOperation,
} from './chat.ts'
import { removeMessageOperation } from './moderation.ts'
import { presentMessage } from './present-message.ts'
import {
  type Message,
  type MessageCreate,
  type MessageDelete,
  type MessageListQuery,
  type MessageSaved,
  messageStates,
} from './schema.ts'
import { messagesByIds, pageOfMessages } from './store.ts'

/** A page of the messages of a talk, in the order of the chat. */
export async function listMessages(
  services: Services,
  caller: PlatformCaller,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor, state, updatedSince }: MessageListQuery,
) {
  const talk = await requireChat(services, caller, reference)
  const [after = 0] = readCursor(cursor, ['number']) ?? []
  const filter = {
    states: state === undefined ? messageStates : [state],
    updatedSince: updatedSince === undefined ? 0 : (parseInstant(updatedSince) ?? 0),
  }
  const span = { after: Number(after), limit: limit + 1 }
  const read = await services.store.read(pageOfMessages({ talkId: talk.id, ...filter, ...span }))
  const { rows, next } = pageOf(read, limit, ({ seq }) => [seq])
  return { code: 'ok' as const, items: rows.map(presentMessage), next }
}

/** All messages of a talk in the order of the chat, read page by page as they are consumed. */
export const allMessages = ({ store }: Services, talkId: string): AsyncIterable<Message[]> =>
  allPages((last, limit) => {
    const filter = { states: messageStates, updatedSince: 0 }
    return store.read(pageOfMessages({ talkId, ...filter, after: last?.seq ?? 0, limit }))
  }, presentMessage)

/** Throws `talk_not_found`, `feature_off`, and `message_not_found`. */
export async function readOneMessage(
  services: Services,
  caller: PlatformCaller,
  reference: string,
  id: string,
) {
  const talk = await requireChat(services, caller, reference)
  const [message] = await services.store.read(messagesByIds({ ids: [messageIdOf(id)] }))
  if (message?.talkId !== talk.id) throw new Refusal('message_not_found')
  return presentMessage(message)
}

async function requireChat(
  { store }: Services,
  { platform }: PlatformCaller,
  reference: string,
): Promise<TalkRow> {
  const talk = await store.read(
    talkObjects.find({ platformId: platform.id, ...requireReference(reference, 'talk_not_found') }),
  )
  if (!talk) throw new Refusal('talk_not_found')
  if (!isOn('chat', platform, talk)) throw featureOff('chat', talk)
  return talk
}

function messageIdOf(reference: string | null | undefined): string {
  if (!reference || !isId(reference)) throw new Refusal('message_not_found')
  return reference.toLowerCase()
}

type Conditional = { precondition: Precondition | undefined }

export const createMessageOperation: Operation<PostState, PostInput & Conditional, Saved<MessageSaved>> = {
  name: 'createMessage',
  load: postMessageOperation.load,
  decide(state, ctx, { precondition, ...input }) {
    const { answer, ...decision } = postMessageOperation.decide(state, ctx, input)
    requirePrecondition(undefined, precondition)
    const message = answer.state === 'held' ? 'The message waits for a moderator.' : 'Message sent.'
    return {
      ...decision,
      answer: {
        isCreated: true,
        isChanged: true,
        response: { code: 'ok', message, id: answer.id, state: answer.state },
      },
    }
  },
}

export function createMessageCommand({
  reference,
  body,
  precondition,
}: SaveRequest<MessageCreate>): Command<Saved<MessageSaved>> {
  return command(createMessageOperation, {
    talk: requireReference(reference ?? '', 'talk_not_found'),
    author: authorOf(body),
    text: body.text,
    replyTo: body.replyTo?.toLowerCase() ?? null,
    precondition,
  })
}

type RemoveInput = MessageInput & { reason: string | null } & Conditional

export const deleteMessageOperation: Operation<OneMessage, RemoveInput, Saved<Deleted>> = {
  name: 'deleteMessage',
  load: loadMessage,
  decide(state, ctx, { precondition, ...input }) {
    const { answer, ...decision } = removeMessageOperation.decide(state, ctx, input)
    // Messages have no versions: only `*` matches.
    requirePrecondition({ id: answer.id, version: 0 }, precondition)
    return {
      ...decision,
      answer: {
        isCreated: false,
        isChanged: true,
        response: { code: 'ok', message: 'Message removed.', id: answer.id },
      },
    }
  },
}

export const deleteMessageCommand = ({
  reference,
  itemReference,
  body: { reason = null },
  precondition,
}: SaveRequest<MessageDelete>): Command<Saved<Deleted>> =>
  command(deleteMessageOperation, {
    talk: requireReference(reference ?? '', 'talk_not_found'),
    messageId: messageIdOf(itemReference),
    reason,
    precondition,
  })

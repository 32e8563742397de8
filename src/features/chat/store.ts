// Chat messages, reactions, reports, and mutes in the store.

import { type SqlBool, sql } from 'kysely'
import { byUserReference } from '../../kernel/store/changes/objects.ts'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineInsert, defineUpsert, rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../../kernel/store/sql/statements.ts'
import { prefixColumns, type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { users } from '../people/tables.ts'
import type { MessageState } from './schema.ts'
import {
  type ChatMessageRow,
  chatMembers,
  chatMessages,
  chatMutes,
  chatReactions,
  chatReports,
} from './tables.ts'

export const messageWrites = rowWrites(chatMessages)

const author = selectColumns(users, ['id', 'firstName', 'lastName', 'username', 'avatar', 'role'])
/** The account behind a message. */
export type Author = RowOf<typeof author>
/** A message with its author; null if the account was deleted or there never was one. */
export type WrittenMessage = ChatMessageRow & { author: Author | null }

/** The columns of an author, for joins. */
export const authorColumns = prefixColumns(author, 'author_')

const selectMessages = ({ db }: Tools) =>
  db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .select(chatMessages.qualifiedNames)
    .select(authorColumns.columns)
type WrittenColumns = Parameters<typeof chatMessages.decode>[0] & {
  [K in keyof Parameters<typeof authorColumns.decode>[0]]:
    | Parameters<typeof authorColumns.decode>[0][K]
    | null
}
// If there is an account, none of its required columns is null.
const toWritten = (row: WrittenColumns): WrittenMessage => ({
  ...chatMessages.decode(row),
  author:
    row.author_id === null ? null : authorColumns.decode(row as Parameters<typeof authorColumns.decode>[0]),
})

export const messagesByIds = defineQuery(
  'chat_messages.by_ids',
  { ids: textList() },
  (tools, p) => selectMessages(tools).where(({ ref }) => tools.isAmong(ref('chat_messages.id'), p.ids)),
  allRows(toWritten),
)

/** The last visible messages of a talk before a place in the chat, newest first. */
export const latestMessages = defineQuery(
  'chat_messages.latest',
  { talkId: text(), before: integer(), limit: integer() },
  (tools, p) =>
    selectMessages(tools)
      .where('talk_id', '=', p.talkId)
      .where('seq', '<', p.before)
      .where('state', '=', 'visible')
      .orderBy('seq', 'desc')
      .limit(p.limit),
  allRows(toWritten),
)

/** The last visible messages of a talk that were written in a time (epoch milliseconds), newest first. */
export const messagesWritten = defineQuery(
  'chat_messages.written',
  { talkId: text(), from: instant(), to: instant(), limit: integer() },
  (tools, p) =>
    selectMessages(tools)
      .where('talk_id', '=', p.talkId)
      .where('chat_messages.created_at', '>=', p.from)
      .where('chat_messages.created_at', '<', p.to)
      .where('state', '=', 'visible')
      .orderBy('seq', 'desc')
      .limit(p.limit),
  allRows(toWritten),
)

/** Messages of a talk after a place in the chat, in their order. */
export const pageOfMessages = defineQuery(
  'chat_messages.page',
  {
    talkId: text(),
    states: textList<MessageState>(),
    updatedSince: instant(),
    after: integer(),
    limit: integer(),
  },
  (tools, p) =>
    selectMessages(tools)
      .where('talk_id', '=', p.talkId)
      .where('seq', '>', p.after)
      .where(({ ref }) => tools.isAmong(ref('state'), p.states))
      .where('chat_messages.updated_at', '>=', p.updatedSince)
      .orderBy('seq')
      .limit(p.limit),
  allRows(toWritten),
)

/** With the literals of the partial index, which would not be used otherwise. */
const isForReview = () =>
  sql<SqlBool>`(chat_messages.state = 'held' or chat_messages.reports > 0) and chat_messages.state <> 'removed'`

/** Messages of a talk that wait for a moderator or were reported, oldest first. */
export const messagesForReview = defineQuery(
  'chat_messages.for_review',
  { talkId: text(), limit: integer() },
  (tools, p) =>
    selectMessages(tools).where('talk_id', '=', p.talkId).where(isForReview).orderBy('seq').limit(p.limit),
  allRows(toWritten),
)

/** The talks with such messages, and their number; those that have waited longest first. */
export const talksToReview = defineQuery(
  'chat_messages.talks_to_review',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('chat_messages')
      .select(({ fn }) => [
        'talk_id',
        fn.countAll().as('count'),
        sql<string>`(select title from talks where talks.id = chat_messages.talk_id)`.as('title'),
      ])
      .where('platform_id', '=', p.platformId)
      .where(isForReview)
      .groupBy('talk_id')
      .orderBy(({ fn }) => fn.min('created_at'))
      .orderBy('talk_id')
      .limit(p.limit),
  allRows(({ talk_id: id, title, count }) => ({ id, title, count: Number(count) })),
)

/** The messages of a person that wait for a moderator or that one has removed; the newest 20. */
export const unseenMessagesOf = defineQuery(
  'chat_messages.own_unseen',
  { talkId: text(), userId: text() },
  (tools, p) =>
    selectMessages(tools)
      .where('talk_id', '=', p.talkId)
      .where('user_id', '=', p.userId)
      .where(({ eb, or }) => or([eb('state', '=', 'held'), eb('removed_by', '=', 'moderator')]))
      .orderBy('seq', 'desc')
      .limit(20),
  allRows(toWritten),
)

export const messageById = defineQuery(
  'chat_messages.by_id',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_messages')
      .select(chatMessages.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id),
  firstRow(chatMessages.decode),
)

/** Everything a person has written in a talk that was not removed. */
export const messagesOfPerson = defineQuery(
  'chat_messages.of_person',
  { talkId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_messages')
      .select(chatMessages.columnNames)
      .where('talk_id', '=', p.talkId)
      .where('user_id', '=', p.userId)
      .where('state', '!=', 'removed')
      .orderBy('seq'),
  allRows(chatMessages.decode),
)

/** Everything that a person has written, with the titles of the talks. */
export const messagesByUser = defineQuery(
  'chat_messages.by_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_messages')
      .innerJoin('talks', 'talks.id', 'chat_messages.talk_id')
      .select(chatMessages.qualifiedNames)
      .select('talks.title')
      .where('user_id', '=', p.userId)
      .orderBy('chat_messages.id'),
  allRows((row) => ({ ...chatMessages.decode(row), title: row.title })),
)

const removeChatMessagesBefore = defineWrite(
  'chat_messages.remove_old',
  { platformId: text(), before: instant() },
  ({ db }, p) =>
    db.deleteFrom('chat_messages').where('platform_id', '=', p.platformId).where('created_at', '<', p.before),
)
const removeChatMembersBefore = defineWrite(
  'chat_members.remove_old',
  { platformId: text(), before: instant() },
  ({ db }, p) =>
    db
      .deleteFrom('chat_members')
      .where('last_at', '<', p.before)
      .where(({ eb, selectFrom }) =>
        eb(
          'talk_id',
          'in',
          selectFrom('talks').select('talks.id').where('talks.platform_id', '=', p.platformId),
        ),
      ),
)
/**
 * Removes the messages of a platform from before a time (epoch milliseconds), and the copies of them that the chat
 * limits keep.
 */
export const removeMessagesBefore = (span: { platformId: string; before: number }): Write[] => [
  removeChatMessagesBefore(span),
  removeChatMembersBefore(span),
]

export const hasReaction = defineQuery(
  'chat_reactions.find',
  chatReactions.columns,
  ({ db }, p) =>
    db
      .selectFrom('chat_reactions')
      .select('emoji')
      .where('message_id', '=', p.messageId)
      .where('emoji', '=', p.emoji)
      .where('user_id', '=', p.userId),
  (rows) => rows.length > 0,
)

export const addReaction = defineInsert(chatReactions)

export const removeReaction = defineWrite('chat_reactions.delete', chatReactions.columns, ({ db }, p) =>
  db
    .deleteFrom('chat_reactions')
    .where('message_id', '=', p.messageId)
    .where('emoji', '=', p.emoji)
    .where('user_id', '=', p.userId),
)

/** All reactions of a person, for the export of their data. */
export const reactionsOfUser = defineQuery(
  'chat_reactions.by_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_reactions')
      .innerJoin('chat_messages', 'chat_messages.id', 'chat_reactions.message_id')
      .select(['message_id', 'talk_id', 'emoji'])
      .where('chat_reactions.user_id', '=', p.userId)
      .orderBy('message_id')
      .orderBy('emoji'),
  allRows(({ message_id, talk_id, emoji }) => ({ messageId: message_id, talkId: talk_id, emoji })),
)

export const hasReported = defineQuery(
  'chat_reports.find',
  { messageId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_reports')
      .select('user_id')
      .where('message_id', '=', p.messageId)
      .where('user_id', '=', p.userId),
  (rows) => rows.length > 0,
)

export const addReport = defineInsert(chatReports)

/** The reports that a person has made, oldest first, for the export of their data. */
export const reportsOfUser = defineQuery(
  'chat_reports.by_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_reports')
      .innerJoin('chat_messages', 'chat_messages.id', 'chat_reports.message_id')
      .select(['message_id', 'talk_id', 'reason', 'chat_reports.created_at'])
      .where('chat_reports.user_id', '=', p.userId)
      .orderBy('chat_reports.created_at')
      .orderBy('message_id'),
  allRows(({ message_id, talk_id, reason, created_at }) => ({
    messageId: message_id,
    talkId: talk_id,
    reason,
    createdAt: created_at,
  })),
)
export const clearReports = defineWrite('chat_reports.clear', { messageId: text() }, ({ db }, p) =>
  db.deleteFrom('chat_reports').where('message_id', '=', p.messageId),
)

export const chatMember = defineQuery(
  'chat_members.find',
  { talkId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('chat_members')
      .select(chatMembers.columnNames)
      .where('talk_id', '=', p.talkId)
      .where('user_id', '=', p.userId),
  firstRow(chatMembers.decode),
)

export const putChatMember = defineUpsert(chatMembers, 'talkId', 'userId')

/** The mute of an account, even if it has ended. */
export const muteOf = byUserReference((by) =>
  defineQuery(
    `chat_mutes.by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('chat_mutes')
        .innerJoin('users', 'users.id', 'chat_mutes.user_id')
        .select(chatMutes.qualifiedNames)
        .where('users.platform_id', '=', p.platformId)
        .where(`users.${by}`, '=', p.value),
    firstRow(chatMutes.decode),
  ),
)

export const putMute = defineUpsert(chatMutes, 'userId')

export const endMute = defineWrite('chat_mutes.end', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('chat_mutes').where('user_id', '=', p.userId),
)

/** Removes an account as the moderator of its mutes. The muted people stay muted. */
export const forgetMutesBy = defineWrite('chat_mutes.forget_moderator', { userId: text() }, ({ db }, p) =>
  db.updateTable('chat_mutes').set({ muted_by: null }).where('muted_by', '=', p.userId),
)

/** The mutes of a platform that are still active at `now` (epoch milliseconds), newest first; 200 at most. */
export const activeMutes = defineQuery(
  'chat_mutes.active',
  { platformId: text(), now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('chat_mutes')
      .innerJoin('users', 'users.id', 'chat_mutes.user_id')
      .select(chatMutes.qualifiedNames)
      .select(authorColumns.columns)
      .where('chat_mutes.platform_id', '=', p.platformId)
      .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', p.now)]))
      .orderBy('chat_mutes.created_at', 'desc')
      .limit(200),
  allRows((row) => ({ ...chatMutes.decode(row), person: authorColumns.decode(row) })),
)

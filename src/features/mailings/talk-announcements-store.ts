// Changes of talks that are not announced yet, and the position up to which events have been read for them.
import { sql } from 'kysely'
import { type NumberedEvent, numberedColumns, toNumberedEvent } from '../../kernel/store/changes/events.ts'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineInsert } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, type Write } from '../../kernel/store/sql/statements.ts'
import { jsonRows, type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import { talks } from '../talks/tables.ts'
import { type TalkAnnouncementRow, talkAnnouncements, unannouncedVersions } from './tables.ts'

const READER = sql.lit('talk_changes')
const UPDATED = sql.lit('talk.updated')

/** The number of the last event that was read, locked until the end of the transaction. */
export const feedPosition = defineQuery(
  'feed_positions.read',
  {},
  ({ db, lockRows }) =>
    db.selectFrom('feed_positions').select('position').where('reader', '=', READER).$call(lockRows),
  ([row]) => row?.position ?? 0,
)

export const moveFeedPosition = defineWrite('feed_positions.move', { position: integer() }, ({ db }, p) =>
  db.updateTable('feed_positions').set({ position: p.position }).where('reader', '=', READER),
)

export const insertUnannouncedVersion = defineInsert(unannouncedVersions)

export const removeUnannouncedVersionsBefore = defineWrite(
  'unannounced_versions.remove_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('unannounced_versions').where('changed_at', '<', p.before),
)

/** Updates of talks of all platforms with numbers above `after` and up to `upTo`, in order. */
export const talkUpdates = defineQuery(
  'events.talk_updates',
  { after: integer(), upTo: integer(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('events')
      .select(numberedColumns)
      .select(({ exists, selectFrom }) =>
        sql<number>`case when ${exists(
          selectFrom('unannounced_versions')
            .select('talk_id')
            .whereRef('talk_id', '=', 'events.object_id')
            .whereRef('unannounced_versions.version', '=', 'events.version'),
        )} then 1 else 0 end`.as('is_unannounced'),
      )
      .where('seq', '>', p.after)
      .where('seq', '<=', p.upTo)
      .where('type', '=', UPDATED)
      .orderBy('seq')
      .limit(p.limit),
  allRows(
    ({ is_unannounced, ...row }): TalkUpdate => ({
      ...toNumberedEvent(row),
      isUnannounced: is_unannounced === 1,
    }),
  ),
)
export type TalkUpdate = NumberedEvent & { isUnannounced: boolean }

/** Whether a talk of the platform has an update that has not been read yet. */
export const hasUnreadUpdate = defineQuery(
  'events.has_talk_update',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('events')
      .select('seq')
      .where('platform_id', '=', p.platformId)
      .where('seq', '>', ({ selectFrom }) =>
        selectFrom('feed_positions').select('position').where('reader', '=', READER),
      )
      .where('type', '=', UPDATED)
      .limit(1),
  (rows) => rows.length > 0,
)

/** The announcements of these talks, of any platform, locked until the end of the transaction. */
export const announcementsOf = defineQuery(
  'talk_announcements.by_ids',
  { ids: textList() },
  ({ db, isAmong, lockRows }, p) =>
    db
      .selectFrom('talk_announcements')
      .select(talkAnnouncements.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .orderBy('id')
      .$call(lockRows),
  allRows(talkAnnouncements.decode),
)

/** What these talks will announce, as it is now. */
export const notedChanges = defineQuery(
  'talk_announcements.noted',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talk_announcements')
      .select(talkAnnouncements.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(talkAnnouncements.decode),
)

const upsertAnnouncements = defineWrite(
  'talk_announcements.put',
  { rows: jsonRows(talkAnnouncements) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('talk_announcements')
      .columns(talkAnnouncements.columnNames)
      .expression(
        db
          .selectFrom(rowsOf(talkAnnouncements, p.rows).as('new'))
          .select(talkAnnouncements.columnNames)
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          before: ref('excluded.before'),
          changed_at: ref('excluded.changed_at'),
          is_held: ref('excluded.is_held'),
        })),
      ),
)
export const putAnnouncements = (rows: readonly TalkAnnouncementRow[]): Write[] =>
  rows.length === 0 ? [] : [upsertAnnouncements({ rows })]

/** Platforms whose last change was before one time, or whose first change was before another (epoch milliseconds). */
export const platformsToAnnounce = defineQuery(
  'talk_announcements.due',
  { changedBefore: instant(), notedBefore: instant() },
  ({ db }, p) =>
    db
      .selectFrom('talk_announcements')
      .select('platform_id')
      .where('is_held', '=', sql.lit<0>(0))
      .groupBy('platform_id')
      .having(({ eb, fn, or }) =>
        or([eb(fn.max('changed_at'), '<=', p.changedBefore), eb(fn.min('noted_at'), '<=', p.notedBefore)]),
      ),
  allRows(({ platform_id }) => platform_id),
)

/** The open announcements of a platform after a talk id, locked until the end of the transaction. */
export const openAnnouncements = defineQuery(
  'talk_announcements.open',
  { platformId: text(), after: text(), limit: integer() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('talk_announcements')
      .select(talkAnnouncements.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('is_held', '=', sql.lit<0>(0))
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit)
      .$call(lockRows),
  allRows(talkAnnouncements.decode),
)

const talk = selectColumns(talks, ['id', 'title', 'timezone', 'state', 'startAt', 'duration', 'room'])
/** The columns of a talk that an announcement mentions. */
export type AnnouncedTalk = RowOf<typeof talk>

/** The talks of these announcements, in any order. */
export const announcedTalks = defineQuery(
  'talk_announcements.talks',
  { platformId: text(), after: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(talk.columnNames)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('talk_announcements')
          .select('talk_announcements.id')
          .where('talk_announcements.platform_id', '=', p.platformId)
          .where('talk_announcements.is_held', '=', sql.lit<0>(0))
          .where('talk_announcements.id', '>', p.after)
          .orderBy('talk_announcements.id')
          .limit(p.limit),
      ),
  allRows(talk.decode),
)

const deleteAnnouncements = defineWrite(
  'talk_announcements.remove',
  { ids: textList() },
  ({ db, isAmong }, p) => db.deleteFrom('talk_announcements').where(({ ref }) => isAmong(ref('id'), p.ids)),
)
export const removeAnnouncements = (ids: readonly string[]): Write[] =>
  ids.length === 0 ? [] : [deleteAnnouncements({ ids })]

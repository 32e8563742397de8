// Mailings in the store: e-mails to many people, and their audiences.
import { sql } from 'kysely'
import type { EmailState, MailingKind, MessageAudience } from '../../kernel/outbox/schema.ts'
import { type EmailRow, emails } from '../../kernel/outbox/tables.ts'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineInsertAll, defineInsertOnce, rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../../kernel/store/sql/statements.ts'
import { jsonRows } from '../../kernel/store/sql/table.ts'
import type { TalkState } from '../talks/schema.ts'
import { talks } from '../talks/tables.ts'
import { type MailingTalkRow, mailings, mailingTalks } from './tables.ts'

const REMINDER = sql.lit<MailingKind>('talk_reminder')

export const mailingWrites = rowWrites(mailings)

/** Inserts a reminder, unless one for the same talks exists. */
export const insertReminder = defineInsertOnce(mailings)

/** The mailing, locked until the end of the transaction. */
export const mailingForChange = defineQuery(
  'mailings.by_id',
  { platformId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('mailings')
      .select(mailings.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(mailings.decode),
)

/** The mailing of a platform whose talks are still being added, locked until the end of the transaction. */
export const mailingInPreparation = defineQuery(
  'mailings.preparing',
  { platformId: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('mailings')
      .select(mailings.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('prepared_to', 'is not', null)
      .$call(lockRows),
  firstRow(mailings.decode),
)

/** The mailings of all platforms whose talks are still being added, in any order. */
export const mailingsInPreparation = defineQuery(
  'mailings.all_preparing',
  {},
  ({ db }) => db.selectFrom('mailings').select(mailings.columnNames).where('prepared_to', 'is not', null),
  allRows(mailings.decode),
)

/** Mailings of all platforms that are due (epoch milliseconds) and not all queued yet, oldest first. */
export const openMailings = defineQuery(
  'mailings.open',
  { now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('mailings')
      .select(mailings.columnNames)
      .where('is_queued', '=', sql.lit<0>(0))
      .where(({ eb, or }) => or([eb('send_at', 'is', null), eb('send_at', '<=', p.now)]))
      .orderBy('id')
      .limit(p.limit),
  allRows(mailings.decode),
)

const insertMailingTalkRows = defineInsertAll(mailingTalks)
export const insertMailingTalks = (rows: readonly MailingTalkRow[]): Write[] =>
  rows.length === 0 ? [] : [insertMailingTalkRows({ rows })]

// `where true`: see request-log.ts.
const insertMailingEmailRows = defineWrite(
  'emails.insert_all',
  { rows: jsonRows(emails) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('emails')
      .columns(emails.columnNames)
      .expression(
        db
          .selectFrom(rowsOf(emails, p.rows).as('new'))
          .select(emails.columnNames)
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) => conflict.doNothing()),
)
/** Queues e-mails of a mailing. Skips people who already have an e-mail from this mailing. */
export const insertMailingEmails = (rows: readonly EmailRow[]): Write[] =>
  rows.length === 0 ? [] : [insertMailingEmailRows({ rows })]

/** Messages of a platform, newest first, without tests. */
export const listMessages = defineQuery(
  'mailings.messages',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('mailings')
      .select(mailings.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('kind', '=', sql.lit<MailingKind>('message'))
      .where('audience', '<>', sql.lit<MessageAudience>('sender'))
      .orderBy('id', 'desc')
      .limit(p.limit),
  allRows(mailings.decode),
)

/** The number of e-mails in each state, by mailing. */
export const countMailingEmails = defineQuery(
  'mailings.progress',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('emails')
      .select(({ fn }) => ['mailing_id', 'state', fn.countAll<number>().as('count')])
      .where(({ ref }) => isAmong(ref('mailing_id'), p.ids))
      .where('mailing_id', 'is not', null)
      .groupBy(['mailing_id', 'state']),
  allRows(
    ({ mailing_id, state, count }): MailingCount => ({
      mailingId: mailing_id ?? '',
      state,
      count: Number(count),
    }),
  ),
)
type MailingCount = { mailingId: string; state: EmailState; count: number }

/** The talks of a mailing that a person has starred or takes part in, in any order. */
export const mailingTalksOf = defineQuery(
  'mailing_talks.of_person',
  { mailingId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('mailing_talks')
      .select(mailingTalks.columnNames)
      .where('mailing_id', '=', p.mailingId)
      .where('talk_id', 'in', (eb) =>
        eb
          .selectFrom('favorites')
          .select('talk_id')
          .where('user_id', '=', p.userId)
          .union(eb.selectFrom('talk_people').select('talk_id').where('user_id', '=', p.userId)),
      ),
  allRows(mailingTalks.decode),
)

/** The published talks that a person has starred and that start at a time (epoch milliseconds), by title. */
export const starredTalksAt = defineQuery(
  'favorites.starting_at',
  { userId: text(), startAt: instant() },
  ({ db }, p) =>
    db
      .selectFrom('favorites')
      .innerJoin('talks', 'talks.id', 'favorites.talk_id')
      .select(talks.qualifiedNames)
      .where('favorites.user_id', '=', p.userId)
      .where('talks.start_at', '=', p.startAt)
      .where('talks.state', '=', 'published')
      .orderBy('talks.title')
      .orderBy('talks.id'),
  allRows(talks.decode),
)

/**
 * Start times of talks, after one time and up to another (epoch milliseconds), for which someone wants a reminder and
 * none exists.
 */
export const startsWithoutReminder = defineQuery(
  'talks.starts_without_reminder',
  { after: instant(), upTo: instant() },
  ({ db }, p) =>
    db
      .selectFrom('platforms')
      .innerJoin('talks', 'talks.platform_id', 'platforms.id')
      .select(['platforms.id', 'talks.start_at'])
      .where('talks.start_at', '>', p.after)
      .where('talks.start_at', '<=', p.upTo)
      .where('talks.state', '=', sql.lit<TalkState>('published'))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('favorites')
            .innerJoin('email_choices', 'email_choices.user_id', 'favorites.user_id')
            .select('favorites.user_id')
            .whereRef('favorites.talk_id', '=', 'talks.id')
            .where('email_choices.kind', '=', REMINDER)
            .where('email_choices.is_wanted', '=', sql.lit<1>(1)),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('mailings')
              .select('mailings.id')
              .whereRef('mailings.platform_id', '=', 'platforms.id')
              .whereRef('mailings.start_at', '=', 'talks.start_at')
              .where('mailings.kind', '=', REMINDER),
          ),
        ),
      )
      .distinct(),
  allRows(({ id, start_at }): TalkStart => ({ platformId: id, startAt: start_at })),
)
export type TalkStart = { platformId: string; startAt: number }

export const mailingById = defineQuery(
  'mailings.of_email',
  { id: text() },
  ({ db }, p) => db.selectFrom('mailings').select(mailings.columnNames).where('id', '=', p.id),
  firstRow(mailings.decode),
)

/** Removes mailings that were created, or sent if they were scheduled, before an instant (epoch milliseconds). */
export const removeMailingsBefore = defineWrite(
  'mailings.remove_before',
  { before: instant() },
  ({ db }, p) =>
    db
      .deleteFrom('mailings')
      .where('created_at', '<', p.before)
      .where(({ eb, or }) => or([eb('send_at', 'is', null), eb('send_at', '<', p.before)])),
)

// Mailings in the store: e-mails to many people, and who gets them.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { EmailState, MailingKind, MessageAudience } from '../../schema/people/emails.ts'
import type { TalkState } from '../../schema/programme/talks.ts'
import { boolean, instant, integer, text, textList } from '../sql/columns.ts'
import type { Database } from '../sql/database.ts'
import { rowWrites } from '../sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
  type Query,
  type Write,
} from '../sql/statements.ts'
import { jsonRows } from '../sql/table.ts'
import {
  type EmailRow,
  emails,
  type MailingRow,
  type MailingTalkRow,
  mailings,
  mailingTalks,
  type TalkRow,
  talks,
  type UserRow,
} from '../sql/tables.ts'

const REMINDER = sql.lit<MailingKind>('talk_reminder')

const { insert, replace } = rowWrites(mailings)
export const mailingWrites = { insert, replace }

const insertOnce = defineWrite('mailings.insert_once', mailings.columns, ({ db }, p) =>
  db
    .insertInto('mailings')
    .values({
      id: p.id,
      platform_id: p.platformId,
      kind: p.kind,
      data: p.data,
      start_at: p.startAt,
      audience: p.audience,
      talk_id: p.talkId,
      sender_id: p.senderId,
      queued_to: p.queuedTo,
      is_queued: p.isQueued,
      created_at: p.createdAt,
      expires_at: p.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing()),
)
/** Inserts a reminder, unless there is one of the same talks. */
export const insertReminder = (row: MailingRow): Write => insertOnce(row)

const byId = defineQuery(
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
/** Locked until the end of the transaction. */
export const mailingForChange = (platformId: string, id: string): Query<MailingRow | undefined> =>
  byId({ platformId, id })

const open = defineQuery(
  'mailings.open',
  { limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('mailings')
      .select(mailings.columnNames)
      .where('is_queued', '=', sql.lit<0>(0))
      .orderBy('id')
      .limit(p.limit),
  allRows(mailings.decode),
)
/** Mailings of all platforms whose e-mails are not all queued yet, oldest first. */
export const openMailings = (limit: number): Query<MailingRow[]> => open({ limit })

const insertTalks = defineWrite(
  'mailing_talks.insert',
  { rows: jsonRows(mailingTalks) },
  ({ db, rowsOf }, p) =>
    db
      .insertInto('mailing_talks')
      .columns(mailingTalks.columnNames)
      .expression(db.selectFrom(rowsOf(mailingTalks, p.rows).as('new')).select(mailingTalks.columnNames)),
)
export const insertMailingTalks = (rows: readonly MailingTalkRow[]): Write => insertTalks({ rows })

// `where true`: see request-log.ts.
const insertEmails = defineWrite('emails.insert_all', { rows: jsonRows(emails) }, ({ db, rowsOf }, p) =>
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
/** Queues e-mails of a mailing. A person who has one of it already gets no second one. */
export const insertMailingEmails = (rows: readonly EmailRow[]): Write[] =>
  rows.length === 0 ? [] : [insertEmails({ rows })]

export type Recipient = Pick<UserRow, 'id' | 'email'>
/** What says who is in the audience of a mailing. `id` is that of the mailing. */
export type Audience = Pick<
  MailingRow,
  'id' | 'platformId' | 'kind' | 'startAt' | 'audience' | 'talkId' | 'senderId'
>

const selected = {
  platformId: text(),
  id: text(),
  kind: text<MailingKind>(),
  startAt: instant(),
  talkId: text(),
  senderId: text(),
  isDefault: boolean(),
}
type Selected = ParametersOf<typeof selected>
type Users = ExpressionBuilder<Database, 'users'>
type Condition = (eb: Users, p: Selected) => Expression<SqlBool>

const isWanted: Condition = (eb, p) =>
  eb(
    eb.fn.coalesce(
      eb
        .selectFrom('email_choices')
        .select('is_wanted')
        .whereRef('email_choices.user_id', '=', 'users.id')
        .where('email_choices.kind', '=', p.kind),
      eb.cast<0 | 1>(p.isDefault, 'bigint'),
    ),
    '=',
    1,
  )

/** The people with accepted registrations who want such e-mails and meet a condition. */
const defineAudience = (name: string, condition: Condition) => ({
  page: defineQuery(
    `mailings.recipients_${name}`,
    { ...selected, after: text(), limit: integer() },
    ({ db }, p) =>
      db
        .selectFrom('users')
        .select(['users.id', 'users.email'])
        .where('users.platform_id', '=', p.platformId)
        .where('users.id', '>', p.after)
        .where('users.registration_status', '=', 'accepted')
        .where((eb) => isWanted(eb, p))
        .where((eb) => condition(eb, p))
        .orderBy('users.id')
        .limit(p.limit),
    allRows((row): Recipient => row),
  ),
  count: defineQuery(
    `mailings.count_${name}`,
    selected,
    ({ db }, p) =>
      db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('users.platform_id', '=', p.platformId)
        .where('users.registration_status', '=', 'accepted')
        .where((eb) => isWanted(eb, p))
        .where((eb) => condition(eb, p)),
    ([row]) => Number(row?.count ?? 0),
  ),
})

const isPersonOfTalk = (eb: Users) => eb('users.id', 'in', eb.selectFrom('talk_people').select('user_id'))

const audiences = {
  /** Who has starred one of the talks, or takes part in it. */
  talk_changes: defineAudience('talk_changes', (eb, p) => {
    // For each person: all stars of all talks would be read again for each page of people.
    const talks = eb.selectFrom('mailing_talks').select('talk_id').where('mailing_id', '=', p.id)
    return eb.or(
      (['favorites', 'talk_people'] as const).map((of) =>
        eb.exists(
          eb
            .selectFrom(of)
            .select(`${of}.talk_id`)
            .whereRef(`${of}.user_id`, '=', 'users.id')
            .where(`${of}.talk_id`, 'in', talks),
        ),
      ),
    )
  }),
  /** Who has starred a talk that starts then. */
  talk_reminder: defineAudience('talk_reminder', (eb, p) =>
    eb(
      'users.id',
      'in',
      eb
        .selectFrom('talks')
        .innerJoin('favorites', 'favorites.talk_id', 'talks.id')
        .select('favorites.user_id')
        .where('talks.platform_id', '=', p.platformId)
        .where('talks.start_at', '=', p.startAt)
        .where('talks.state', '=', 'published'),
    ),
  ),
  everyone: defineAudience('everyone', (eb) => eb.lit(true)),
  attendees: defineAudience('attendees', (eb) => eb('users.role', '=', 'attendee')),
  speakers: defineAudience('speakers', (eb) => eb.or([eb('users.role', '=', 'speaker'), isPersonOfTalk(eb)])),
  stars: defineAudience('stars', (eb, p) =>
    eb('users.id', 'in', eb.selectFrom('favorites').select('user_id').where('talk_id', '=', p.talkId)),
  ),
  sender: defineAudience('sender', (eb, p) => eb('users.id', '=', p.senderId)),
}

const valuesOf = (audience: Audience, isDefault: boolean) => ({
  ...audience,
  startAt: audience.startAt ?? 0,
  talkId: audience.talkId ?? '',
  senderId: audience.senderId ?? '',
  isDefault,
})
const audienceOf = ({ kind, audience }: Audience) =>
  audiences[kind === 'message' ? (audience ?? 'sender') : kind]

/** The next people of an audience who want the e-mails, by id. `isDefault`: whether those want them who have not chosen. */
export const nextRecipients = (
  audience: Audience,
  { isDefault, after, limit }: { isDefault: boolean; after: string; limit: number },
): Query<Recipient[]> => audienceOf(audience).page({ ...valuesOf(audience, isDefault), after, limit })

/** How many they are. */
export const countRecipients = (audience: Audience, { isDefault }: { isDefault: boolean }): Query<number> =>
  audienceOf(audience).count(valuesOf(audience, isDefault))

const messages = defineQuery(
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
/** Messages of a platform, newest first, without tests. */
export const listMessages = (platformId: string, limit: number): Query<MailingRow[]> =>
  messages({ platformId, limit })

const progress = defineQuery(
  'mailings.progress',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('emails')
      .select(({ fn }) => ['mailing_id', 'state', fn.countAll<number>().as('count')])
      .where(({ ref }) => isAmong(ref('mailing_id'), p.ids))
      .where('mailing_id', 'is not', null)
      .groupBy(['mailing_id', 'state']),
  allRows(({ mailing_id, state, count }) => ({ mailingId: mailing_id ?? '', state, count: Number(count) })),
)
export type MailingCount = { mailingId: string; state: EmailState; count: number }
/** How many e-mails of mailings are in each state. */
export const countMailingEmails = (ids: readonly string[]): Query<MailingCount[]> => progress({ ids })

const talksOf = defineQuery(
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
/** The talks of a mailing that a person has starred or takes part in, in any order. */
export const mailingTalksOf = (mailingId: string, userId: string): Query<MailingTalkRow[]> =>
  talksOf({ mailingId, userId })

const starredAt = defineQuery(
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
/** The published talks that a person has starred and that start at a time (epoch milliseconds), by title. */
export const starredTalksAt = (userId: string, startAt: number): Query<TalkRow[]> =>
  starredAt({ userId, startAt })

const startsSoon = defineQuery(
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
  allRows(({ id, start_at }) => ({ platformId: id, startAt: start_at })),
)
export type TalkStart = { platformId: string; startAt: number }
/** When talks start, after a time and up to another (epoch milliseconds), that someone wants a reminder of and has none yet. */
export const startsWithoutReminder = (after: number, upTo: number): Query<TalkStart[]> =>
  startsSoon({ after, upTo })

const ofEmail = defineQuery(
  'mailings.of_email',
  { id: text() },
  ({ db }, p) => db.selectFrom('mailings').select(mailings.columnNames).where('id', '=', p.id),
  firstRow(mailings.decode),
)
export const mailingById = (id: string): Query<MailingRow | undefined> => ofEmail({ id })

const removeBefore = defineWrite('mailings.remove_before', { before: instant() }, ({ db }, p) =>
  db.deleteFrom('mailings').where('created_at', '<', p.before),
)
/** Removes mailings that were created before an instant (epoch milliseconds). */
export const removeMailingsBefore = (before: number): Write => removeBefore({ before })

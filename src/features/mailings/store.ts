// Mailings in the store: e-mails to many people, and their audiences.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { EmailState, MailingKind, MessageAudience } from '../../kernel/outbox/schema.ts'
import { type EmailRow, emails } from '../../kernel/outbox/tables.ts'
import { boolean, instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import { defineInsertAll, defineInsertOnce, rowWrites } from '../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
  type Query,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import { jsonRows } from '../../kernel/store/sql/table.ts'
import type { UserRow } from '../people/tables.ts'
import type { TalkState } from '../talks/schema.ts'
import { talks } from '../talks/tables.ts'
import { type MailingRow, type MailingTalkRow, mailings, mailingTalks } from './tables.ts'

const REMINDER = sql.lit<MailingKind>('talk_reminder')

const { insert, replace } = rowWrites(mailings)
export const mailingWrites = { insert, replace }

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

/** Mailings of all platforms whose e-mails are not all queued yet, oldest first. */
export const openMailings = defineQuery(
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

export type Recipient = Pick<UserRow, 'id' | 'email'>
/** `next` is the last person that the page looked at, or null on the last page. */
export type RecipientPage = { recipients: Recipient[]; next: string | null }
/** Audience of a mailing, by the values that define it. `id` is the id of the mailing. */
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

/** Number of people that a page looks at, however few of them are in the audience. */
const PEOPLE_PER_PAGE = 100

/**
 * People with accepted registrations who want such e-mails and meet a condition. `among` is a condition that an index
 * can answer.
 */
function defineAudience(name: string, condition: Condition, among: Condition = (eb) => eb.lit(true)) {
  const isRecipient: Condition = (eb, p) =>
    eb.and([eb('users.registration_status', '=', 'accepted'), isWanted(eb, p), condition(eb, p)])
  return {
    page: defineQuery(
      `mailings.recipients_${name}`,
      { ...selected, after: text() },
      ({ db }, p) =>
        db
          .selectFrom('users')
          .select(['users.id', 'users.email'])
          .select((eb) =>
            eb
              .case()
              .when(isRecipient(eb, p))
              .then(sql.lit<1>(1))
              .else(sql.lit<0>(0))
              .end()
              .as('is_recipient'),
          )
          .where('users.platform_id', '=', p.platformId)
          .where('users.id', '>', p.after)
          .where((eb) => among(eb, p))
          .orderBy('users.id')
          .limit(sql.lit(PEOPLE_PER_PAGE)),
      (rows): RecipientPage => ({
        recipients: rows.flatMap(({ id, email, is_recipient }) =>
          is_recipient === 1 ? [{ id, email }] : [],
        ),
        next: (rows.length === PEOPLE_PER_PAGE && rows.at(-1)?.id) || null,
      }),
    ),
    count: defineQuery(
      `mailings.count_${name}`,
      selected,
      ({ db }, p) =>
        db
          .selectFrom('users')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('users.platform_id', '=', p.platformId)
          .where((eb) => among(eb, p))
          .where((eb) => isRecipient(eb, p)),
      ([row]) => Number(row?.count ?? 0),
    ),
  }
}

// Correlated with each person: with IN, the people of all talks would be read again for every page. The same applies to
// stars.
const isPersonOfTalk = (eb: Users) =>
  eb.exists(eb.selectFrom('talk_people').select('talk_id').whereRef('talk_people.user_id', '=', 'users.id'))

const audiences = {
  /** People who have starred one of the talks or take part in it. */
  talk_changes: defineAudience('talk_changes', (eb, p) =>
    eb.or(
      (['favorites', 'talk_people'] as const).map((of) =>
        eb.exists(
          eb
            .selectFrom(of)
            .select(`${of}.talk_id`)
            .whereRef(`${of}.user_id`, '=', 'users.id')
            // With `exists`, PostgreSQL would use a join and read all talks of the mailing for each person.
            .where(
              ({ selectFrom }) =>
                selectFrom('mailing_talks')
                  .select('mailing_talks.talk_id')
                  .where('mailing_talks.mailing_id', '=', p.id)
                  .whereRef('mailing_talks.talk_id', '=', sql.ref(`${of}.talk_id`)),
              'is not',
              null,
            ),
        ),
      ),
    ),
  ),
  /** People who have starred a talk that starts at this time. */
  talk_reminder: defineAudience('talk_reminder', (eb, p) =>
    eb.exists(
      eb
        .selectFrom('favorites')
        .innerJoin('talks', 'talks.id', 'favorites.talk_id')
        .select('talks.id')
        .whereRef('favorites.user_id', '=', 'users.id')
        .where('talks.start_at', '=', p.startAt)
        .where('talks.state', '=', 'published'),
    ),
  ),
  everyone: defineAudience('everyone', (eb) => eb.lit(true)),
  attendees: defineAudience('attendees', (eb) => eb('users.role', '=', 'attendee')),
  speakers: defineAudience('speakers', (eb) => eb.or([eb('users.role', '=', 'speaker'), isPersonOfTalk(eb)])),
  stars: defineAudience('stars', (eb, p) =>
    eb.exists(
      eb
        .selectFrom('favorites')
        .select('talk_id')
        .whereRef('favorites.user_id', '=', 'users.id')
        .where('favorites.talk_id', '=', p.talkId),
    ),
  ),
  sender: defineAudience(
    'sender',
    (eb) => eb.lit(true),
    (eb, p) => eb('users.id', '=', p.senderId),
  ),
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

/**
 * The next people of an audience who want the e-mails, by id. `isDefault` says whether people who made no choice want
 * them. A page takes a few milliseconds, however many people there are.
 */
export const nextRecipients = (
  audience: Audience,
  { isDefault, after }: { isDefault: boolean; after: string },
): Query<RecipientPage> => audienceOf(audience).page({ ...valuesOf(audience, isDefault), after })

/** The number of people in an audience who want the e-mails. */
export const countRecipients = (audience: Audience, { isDefault }: { isDefault: boolean }): Query<number> =>
  audienceOf(audience).count(valuesOf(audience, isDefault))

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

/** Removes mailings that were created before an instant (epoch milliseconds). */
export const removeMailingsBefore = defineWrite(
  'mailings.remove_before',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('mailings').where('created_at', '<', p.before),
)

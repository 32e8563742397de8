// The queue of e-mails in the store.
import { sql } from 'kysely'
import { instant, integer, optionalText, text, textOr } from '../store/sql/columns.ts'
import { rowWrites } from '../store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../store/sql/statements.ts'
import { jsonRows, type RowOf, selectColumns } from '../store/sql/table.ts'
import { isNullOr } from '../store/sql/tools.ts'
import { type EmailRow, emails } from './tables.ts'

// Both stores use a partial index only if the query repeats its condition with the same literal.
const WAITING = sql.lit<EmailRow['state']>('waiting')

export const emailWrites = rowWrites(emails)

const defineDueEmails = (isOfMailing: boolean) =>
  defineQuery(
    isOfMailing ? 'emails.due_of_mailings' : 'emails.due',
    { now: instant(), limit: integer() },
    ({ db, lockRows }, p) =>
      db
        .selectFrom('emails')
        .select(emails.columnNames)
        .where('state', '=', WAITING)
        .where('mailing_id', isOfMailing ? 'is not' : 'is', null)
        .where('next_attempt_at', '<=', p.now)
        .where('expires_at', '>', p.now)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(p.limit)
        .$call(lockRows),
    allRows(emails.decode),
  )
/**
 * E-mails of all platforms to individual people that are due (epoch milliseconds), locked until the end of the
 * transaction.
 */
export const dueEmailsToPersons = defineDueEmails(false)
/** E-mails of mailings that are due (epoch milliseconds), locked until the end of the transaction. */
export const dueEmailsOfMailings = defineDueEmails(true)

/** Whether an e-mail is due or has an expired secret (epoch milliseconds). */
export const hasEmailWork = defineQuery(
  'emails.work',
  { now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('emails')
      .select('id')
      .where('state', '=', WAITING)
      .where('mailing_id', 'is', null)
      .where('next_attempt_at', '<=', p.now)
      .unionAll(
        db
          .selectFrom('emails')
          .select('id')
          .where('state', '=', WAITING)
          .where('mailing_id', 'is not', null)
          .where('next_attempt_at', '<=', p.now),
      )
      .unionAll(
        db.selectFrom('emails').select('id').where('secret', 'is not', null).where('expires_at', '<=', p.now),
      )
      .limit(1),
  (rows) => rows.length > 0,
)

const outcomes = selectColumns(emails, ['id', 'state', 'attempts', 'nextAttemptAt', 'sentAt', 'lastError'])
/** The columns of an e-mail that an attempt changes. */
export type EmailOutcome = RowOf<typeof outcomes>

const applyEmailOutcomes = defineWrite(
  'emails.apply_outcomes',
  { rows: jsonRows(outcomes) },
  ({ db, rowsOf }, p) =>
    db
      .updateTable('emails')
      .from(rowsOf(outcomes, p.rows).as('outcome'))
      .set(({ ref, eb, lit }) => ({
        state: ref('outcome.state'),
        attempts: ref('outcome.attempts'),
        next_attempt_at: ref('outcome.next_attempt_at'),
        sent_at: ref('outcome.sent_at'),
        last_error: ref('outcome.last_error'),
        // A failed e-mail keeps its secret until it expires, so that it can be sent again.
        secret: eb
          .case()
          .when('outcome.state', '=', sql.lit<EmailRow['state']>('sent'))
          .then(lit(null))
          .else(ref('emails.secret'))
          .end(),
      }))
      .whereRef('emails.id', '=', 'outcome.id')
      .where('emails.state', '=', WAITING),
)
/** Records the outcomes of e-mails that are still waiting. */
export const saveEmailOutcomes = (rows: readonly EmailOutcome[]): Write[] =>
  rows.length === 0 ? [] : [applyEmailOutcomes({ rows })]

const endWaitingEmails = defineWrite('emails.end_waiting', { now: instant() }, ({ db }, p) =>
  db
    .updateTable('emails')
    .set({ state: 'expired', secret: null })
    .where('state', '=', WAITING)
    .where('next_attempt_at', '<=', p.now)
    .where('expires_at', '<=', p.now),
)
const endEmailSecrets = defineWrite('emails.end_secrets', { now: instant() }, ({ db }, p) =>
  db
    .updateTable('emails')
    .set({ secret: null })
    .where('secret', 'is not', null)
    .where('expires_at', '<=', p.now),
)
/** Ends expired e-mails, and removes their secrets (epoch milliseconds). */
export const endExpiredEmails = (now: number): Write[] => [
  endWaitingEmails({ now }),
  endEmailSecrets({ now }),
]

/** Cancels the waiting e-mails of a person because their link has ended, and removes the links of failed ones. */
export const cancelEmails = defineWrite(
  'emails.cancel',
  { userId: text(), kind: emails.columns.kind },
  ({ db }, p) =>
    db
      .updateTable('emails')
      .set(({ eb, ref }) => ({
        secret: null,
        state: eb
          .case()
          .when('state', '=', WAITING)
          .then(sql.lit<EmailRow['state']>('canceled'))
          .else(ref('state'))
          .end(),
      }))
      .where('user_id', '=', p.userId)
      .where('kind', '=', p.kind),
)

// Sorts after every id.
const LAST_ID = '~'

/** E-mails before an id, newest first. A null id starts with the newest; a null state means any. */
export const listEmailRows = defineQuery(
  'emails.list',
  { platformId: text(), before: textOr(LAST_ID), limit: integer(), state: optionalText<EmailRow['state']>() },
  ({ db }, p) =>
    db
      .selectFrom('emails')
      .select(emails.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '<', p.before)
      .where((eb) => isNullOr(p.state, eb('state', '=', p.state)))
      .orderBy('id', 'desc')
      .limit(p.limit),
  allRows(emails.decode),
)

/** The e-mail, locked until the end of the transaction. */
export const emailForChange = defineQuery(
  'emails.by_id',
  { platformId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('emails')
      .select(emails.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(emails.decode),
)

/** The newest e-mail of a kind. */
export const latestEmail = defineQuery(
  'emails.latest',
  { platformId: text(), kind: emails.columns.kind },
  ({ db }, p) =>
    db
      .selectFrom('emails')
      .select(emails.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('kind', '=', p.kind)
      .orderBy('id', 'desc')
      .limit(1),
  firstRow(emails.decode),
)

/**
 * The origin of the links of the newest e-mail of a platform whose text has them, without a trailing slash; undefined if
 * there is none.
 */
export const latestOrigin = defineQuery(
  'emails.latest_origin',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('emails')
      .select('data')
      .where('platform_id', '=', p.platformId)
      // A quote in a text of people is escaped, so that it does not match.
      .where(({ ref }) => sql<boolean>`${ref('data')} like '%"origin":"https:%'`)
      .orderBy('id', 'desc')
      .limit(1),
  firstRow(({ data }) => emails.columns.data.fromStored(data).origin),
)

/** The number of waiting e-mails on all platforms. */
export const countWaitingEmails = defineQuery(
  'emails.count_waiting',
  {},
  ({ db }) =>
    db
      .selectFrom('emails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', WAITING),
  firstRow(({ count }) => count),
)

/** Removes e-mails that are no longer waiting and were queued before an instant (epoch milliseconds). */
export const removeEmailsBefore = defineWrite('emails.remove_before', { before: instant() }, ({ db }, p) =>
  db.deleteFrom('emails').where('queued_at', '<', p.before).where('state', '<>', WAITING),
)

import { sql } from 'kysely'
import { byReference, byUserReference, type UserReference } from '../../kernel/store/changes/objects.ts'
import { integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  firstRow,
  type ParametersOf,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { idOfTalk } from '../live/store.ts'
import { type CreditRow, credits } from './tables.ts'

const writes = rowWrites(credits)
/** Adds an entry. Its number must be free: if two transactions use the same number, one is repeated. */
export const addCredits = (row: CreditRow): Write => writes.insert(row)

const reference = { platformId: text(), value: text() }

const LEDGER_LOCK = sql<string>`pg_advisory_xact_lock(hashtextextended('lectern ledger ' || users.id, 0))::text`

const ofUser = ({ db }: Tools, by: UserReference['by'], p: ParametersOf<typeof reference>) =>
  db
    .selectFrom('credits')
    .innerJoin('users', 'users.id', 'credits.user_id')
    .select(credits.qualifiedNames)
    .where('users.platform_id', '=', p.platformId)
    .where(`users.${by}`, '=', p.value)

/**
 * Lets changes of the ledger of a person wait for each other. It is no lock of a row, so it has no order with those of
 * talks and people.
 */
export const lockLedger = byUserReference((by) =>
  defineQuery(
    `credits.lock_by_${by}`,
    reference,
    ({ db, dialect }, p) =>
      db
        .selectFrom('users')
        .select((dialect === 'postgres' ? LEDGER_LOCK : sql<string>`''`).as('locked'))
        .where('users.platform_id', '=', p.platformId)
        .where(`users.${by}`, '=', p.value),
    () => null,
  ),
)

/** The last entry of a person, with the balance; undefined before the first entry. */
export const lastCredit = byUserReference((by) =>
  defineQuery(
    `credits.last_by_${by}`,
    reference,
    (tools, p) => ofUser(tools, by, p).orderBy('credits.seq', 'desc').limit(1),
    firstRow(credits.decode),
  ),
)

/** A person's payments for talks, and refunds of them. */
export const creditsOnTalks = byUserReference((by) =>
  defineQuery(
    `credits.on_talks_by_${by}`,
    reference,
    (tools, p) => ofUser(tools, by, p).where('credits.talk_id', 'is not', null),
    allRows(credits.decode),
  ),
)

/** The payments of several people for one talk. */
export const debitsOnTalk = byReference((by) =>
  defineQuery(
    `credits.debits_by_${by}`,
    { ...reference, userIds: textList() },
    (tools, p) =>
      tools.db
        .selectFrom('credits')
        .select(credits.columnNames)
        .where('talk_id', '=', idOfTalk(tools, by, p))
        .where(({ ref }) => tools.isAmong(ref('user_id'), p.userIds))
        .where('kind', '=', 'debit'),
    allRows(credits.decode),
  ),
)

/** The modes in which a person may watch a talk because they paid for it. */
export const paidModesOf = defineQuery(
  'credits.paid_modes',
  { userId: text(), talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('credits')
      .select('mode')
      .where('talk_id', '=', p.talkId)
      .where('user_id', '=', p.userId)
      .where('kind', '=', 'debit'),
  allRows(({ mode }) => mode),
)

/** The entries of a person before an entry, newest first. */
export const creditsOf = defineQuery(
  'credits.of_user',
  { userId: text(), before: integer(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('credits')
      .select(credits.columnNames)
      .where('user_id', '=', p.userId)
      .where('seq', '<', p.before)
      .orderBy('seq', 'desc')
      .limit(p.limit),
  allRows(credits.decode),
)

/** A debit that was not refunded, with the number and balance of the person's last entry. */
export type OpenDebit = Pick<CreditRow, 'userId' | 'amount' | 'talkId' | 'mode'> & {
  lastSeq: number
  balance: number
}

/** The debits of a talk that were not refunded, grouped by person. */
export const openDebitsOf = byReference((by) =>
  defineQuery(
    `credits.open_debits_by_${by}`,
    reference,
    (tools, p) =>
      tools.db
        .selectFrom('credits')
        .innerJoin('credits as latest', 'latest.user_id', 'credits.user_id')
        .select(['credits.user_id', 'credits.amount', 'credits.talk_id', 'credits.mode'])
        .select(['latest.seq', 'latest.balance'])
        .where('credits.talk_id', '=', idOfTalk(tools, by, p))
        .where('credits.kind', '=', 'debit')
        .where(({ eb, not, exists }) =>
          not(
            exists(
              eb
                .selectFrom('credits as refund')
                .select('refund.id')
                .whereRef('refund.talk_id', '=', 'credits.talk_id')
                .whereRef('refund.user_id', '=', 'credits.user_id')
                .whereRef('refund.mode', '=', 'credits.mode')
                .where('refund.kind', '=', 'refund'),
            ),
          ),
        )
        .where('latest.seq', '=', (eb) =>
          eb
            .selectFrom('credits as other')
            .select(({ fn }) => fn.max<number>('other.seq').as('seq'))
            .whereRef('other.user_id', '=', 'credits.user_id'),
        )
        .orderBy('credits.user_id')
        .orderBy('credits.seq'),
    allRows(
      (row): OpenDebit => ({
        userId: row.user_id,
        amount: row.amount,
        talkId: row.talk_id,
        mode: row.mode,
        lastSeq: row.seq,
        balance: row.balance,
      }),
    ),
  ),
)

// Idempotency records: the encrypted result of a request with an idempotency key, stored in the transaction of its change.
import { decrypt, encrypt } from '../../lib/security/encryption.ts'
import { IDEMPOTENCY_LIFETIME_MS } from '../../limits.ts'
import { instant, text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow, type Query, type Write } from '../sql/statements.ts'
import { type IdempotencyRecordRow, idempotencyRecords } from '../tables.ts'
import type { WriteContext } from './operation.ts'
import type { IdempotencyClaim, Outcome, TransactionResult } from './transaction.ts'

const writes = rowWrites(idempotencyRecords)

const recordNewerThan = defineQuery(
  'idempotency_records.find',
  { id: text(), since: instant() },
  ({ db }, p) =>
    db
      .selectFrom('idempotency_records')
      .select(idempotencyRecords.columnNames)
      .where('id', '=', p.id)
      .where('created_at', '>', p.since),
  firstRow(idempotencyRecords.decode),
)
/** The record of an earlier request, unless it has expired. */
export const findIdempotencyRecord = (
  { id }: IdempotencyClaim,
  now: number,
): Query<IdempotencyRecordRow | undefined> => recordNewerThan({ id, since: now - IDEMPOTENCY_LIFETIME_MS })

const removeExpiredRecord = defineWrite(
  'idempotency_records.remove_old',
  { id: text(), since: instant() },
  ({ db }, p) =>
    db.deleteFrom('idempotency_records').where('id', '=', p.id).where('created_at', '<=', p.since),
)
const removeExpiredRecords = defineWrite(
  'idempotency_records.remove_all_old',
  { since: instant() },
  ({ db }, p) => db.deleteFrom('idempotency_records').where('created_at', '<=', p.since),
)
/** Removes expired records. */
export const removeOldIdempotencyRecords = (now: number): Write =>
  removeExpiredRecords({ since: now - IDEMPOTENCY_LIFETIME_MS })

/** If two concurrent requests store the same record, the second violates the unique constraint on the id. */
export const keepIdempotencyRecord = (
  claim: IdempotencyClaim,
  { platformId, requestId, now }: WriteContext,
  outcomes: readonly Outcome[],
): Write[] => [
  removeExpiredRecord({ id: claim.id, since: now - IDEMPOTENCY_LIFETIME_MS }),
  writes.insert({
    id: claim.id,
    platformId,
    bodyHash: claim.bodyHash,
    requestId: requestId ?? '',
    content: encrypt(secretOf(claim), claim.id, JSON.stringify(outcomes)),
    createdAt: now,
  }),
]

/** The stored result; `other_request` if it belongs to another body, and `other_secret` if it was encrypted with another one. */
export function openIdempotencyRecord(claim: IdempotencyClaim, row: IdempotencyRecordRow): TransactionResult {
  if (claim.bodyHash !== row.bodyHash) return { status: 'other_request' }
  const content = decrypt(secretOf(claim), claim.id, row.content)
  if (content === undefined) return { status: 'other_secret' }
  return { status: 'finished', outcomes: JSON.parse(content) as Outcome[], replayOf: row.requestId }
}

const secretOf = ({ secret }: IdempotencyClaim) => Buffer.from(secret, 'hex')

// Receipts: the encrypted result of a request with an idempotency key, stored in the transaction of its change.
import { decrypt, encrypt } from '../../lib/security/encryption.ts'
import { instant, text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow, type Query, type Write } from '../sql/statements.ts'
import { type ReceiptRow, receipts } from '../sql/tables.ts'
import type { WriteContext } from './operation.ts'
import type { Outcome, ReceiptClaim, TransactionResult } from './transaction.ts'

/** A repeat within this time gets the result of the first request. */
const RECEIPT_LIFE_MS = 24 * 3_600_000

const writes = rowWrites(receipts)

const receiptNewerThan = defineQuery(
  'receipts.find',
  { id: text(), since: instant() },
  ({ db }, p) =>
    db
      .selectFrom('receipts')
      .select(receipts.columnNames)
      .where('id', '=', p.id)
      .where('created_at', '>', p.since),
  firstRow(receipts.decode),
)
/** The receipt of an earlier request, unless it has expired. */
export const findReceipt = ({ id }: ReceiptClaim, now: number): Query<ReceiptRow | undefined> =>
  receiptNewerThan({ id, since: now - RECEIPT_LIFE_MS })

const removeExpiredReceipt = defineWrite(
  'receipts.remove_old',
  { id: text(), since: instant() },
  ({ db }, p) => db.deleteFrom('receipts').where('id', '=', p.id).where('created_at', '<=', p.since),
)
const removeExpiredReceipts = defineWrite('receipts.remove_all_old', { since: instant() }, ({ db }, p) =>
  db.deleteFrom('receipts').where('created_at', '<=', p.since),
)
/** Removes expired receipts. */
export const removeOldReceipts = (now: number): Write =>
  removeExpiredReceipts({ since: now - RECEIPT_LIFE_MS })

/** If two concurrent requests store the same receipt, the second violates the unique constraint on the id. */
export const keepReceipt = (
  claim: ReceiptClaim,
  { platformId, requestId, now }: WriteContext,
  outcomes: readonly Outcome[],
): Write[] => [
  removeExpiredReceipt({ id: claim.id, since: now - RECEIPT_LIFE_MS }),
  writes.insert({
    id: claim.id,
    platformId,
    bodyHash: claim.bodyHash,
    requestId: requestId ?? '',
    content: encrypt(secretOf(claim), claim.id, JSON.stringify(outcomes)),
    createdAt: now,
  }),
]

/** The stored result; `other_receipt` if it belongs to another body, and `other_secret` if it was encrypted with another one. */
export function openReceipt(claim: ReceiptClaim, row: ReceiptRow): TransactionResult {
  if (claim.bodyHash !== row.bodyHash) return { status: 'other_receipt' }
  const content = decrypt(secretOf(claim), claim.id, row.content)
  if (content === undefined) return { status: 'other_secret' }
  return { status: 'finished', outcomes: JSON.parse(content) as Outcome[], replayOf: row.requestId }
}

const secretOf = ({ secret }: ReceiptClaim) => Buffer.from(secret, 'hex')

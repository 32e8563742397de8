// Receipts: the encrypted result of a request with an idempotency key, stored in the transaction of its change.
import { decrypt, encrypt } from '../../lib/security/encryption.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { firstRow, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import { type ReceiptRow, receipts } from '../sql/tables.ts'
import type { WriteContext } from './operation.ts'
import type { Outcome, ReceiptClaim, TransactionResult } from './transaction.ts'

/** A repeat within this time gets the result of the first request. */
const RECEIPT_LIFE_MS = 24 * 3_600_000

const writes = rowWrites(receipts)

const find = new Statement('receipts.find', ({ db }) =>
  db
    .selectFrom('receipts')
    .select(receipts.columnNames as readonly 'id'[])
    .where('id', '=', parameter('id'))
    .where('created_at', '>', parameter('since')),
)
/** The receipt of an earlier request, unless it has expired. */
export const findReceipt = ({ id }: ReceiptClaim, now: number): Query<ReceiptRow | undefined> => ({
  statement: find,
  values: { id, since: now - RECEIPT_LIFE_MS },
  decode: firstRow(receipts.decode),
})

const removeOld = new Statement('receipts.remove_old', ({ db }) =>
  db.deleteFrom('receipts').where('id', '=', parameter('id')).where('created_at', '<=', parameter('since')),
)
const removeAllOld = new Statement('receipts.remove_all_old', ({ db }) =>
  db.deleteFrom('receipts').where('created_at', '<=', parameter('since')),
)
/** Removes expired receipts. */
export const removeOldReceipts = (now: number): Write => ({
  statement: removeAllOld,
  values: { since: now - RECEIPT_LIFE_MS },
})

/** Of two concurrent requests that store the same receipt, the unique id lets only one through. */
export const keepReceipt = (
  claim: ReceiptClaim,
  { platformId, requestId, now }: WriteContext,
  outcomes: readonly Outcome[],
): Write[] => [
  { statement: removeOld, values: { id: claim.id, since: now - RECEIPT_LIFE_MS } },
  writes.insert({
    id: claim.id,
    platformId,
    bodyHash: claim.bodyHash,
    requestId: requestId ?? '',
    content: encrypt(secretOf(claim), claim.id, JSON.stringify(outcomes)),
    createdAt: now,
  }),
]

/** The stored result; `other_receipt` if it is of another body, or encrypted with another secret. */
export function openReceipt(claim: ReceiptClaim, row: ReceiptRow): TransactionResult {
  const content =
    claim.bodyHash === row.bodyHash ? decrypt(secretOf(claim), claim.id, row.content) : undefined
  if (content === undefined) return { status: 'other_receipt' }
  return { status: 'finished', outcomes: JSON.parse(content) as Outcome[], replayOf: row.requestId }
}

const secretOf = ({ secret }: ReceiptClaim) => Buffer.from(secret, 'hex')

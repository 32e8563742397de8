// Receipts: what a request with an idempotency key was answered, kept in the transaction of its change, encrypted.
import { decrypt, encrypt } from '../../lib/security/encryption.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { firstRow, parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import { type ReceiptRow, receipts } from '../sql/tables.ts'
import type { ReceiptClaim, WriteContext } from '../store.ts'
import type { Performed, PlainOutcome } from './perform.ts'

/** A repeat within this time is answered like the first. */
const RECEIPT_LIFE_MS = 24 * 3_600_000

const writes = rowWrites(receipts)

const find = new Statement('receipts.find', ({ db }) =>
  db
    .selectFrom('receipts')
    .select(receipts.columnNames as readonly 'id'[])
    .where('id', '=', parameter('id'))
    .where('created_at', '>', parameter('since')),
)
/** The receipt of an earlier request, where it has not expired. */
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
/** Removes what has expired. */
export const removeOldReceipts = (now: number): Write => ({
  statement: removeAllOld,
  values: { since: now - RECEIPT_LIFE_MS },
})

/** Of two requests at once that keep the same one, the unique id lets one through. */
export const keepReceipt = (
  claim: ReceiptClaim,
  { platformId, requestId, now }: WriteContext,
  outcomes: readonly PlainOutcome[],
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

/** What the receipt says; nothing where it is of another body, or encrypted under another secret of the same key. */
export function openReceipt(claim: ReceiptClaim, row: ReceiptRow): Performed {
  const content =
    claim.bodyHash === row.bodyHash ? decrypt(secretOf(claim), claim.id, row.content) : undefined
  if (content === undefined) return { outcomes: [], isOtherReceipt: true }
  return { outcomes: JSON.parse(content) as PlainOutcome[], replayOf: row.requestId }
}

const secretOf = ({ secret }: ReceiptClaim) => Buffer.from(secret, 'hex')

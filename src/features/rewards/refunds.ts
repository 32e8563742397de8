// The refunds of payments for a talk that is deleted.
import type { DeletionPart } from '../../kernel/changes/deletion-parts.ts'
import type { DecideContext } from '../../kernel/store/changes/operation.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { addCredits, type OpenDebit, openDebitsOf } from './credits-store.ts'

export const refundOnDeletion: DeletionPart<OpenDebit[]> = {
  load: openDebitsOf,
  before: (ctx, _id, debits) => refundWrites(ctx, debits),
}

/** The debits of each person are adjacent. */
function refundWrites(ctx: DecideContext, debits: readonly OpenDebit[]): Write[] {
  const ledgers = new Map<string, { seq: number; balance: number }>()
  return debits.map(({ userId, amount, talkId, mode, lastSeq, balance }) => {
    const last = ledgers.get(userId) ?? { seq: lastSeq, balance }
    const next = { seq: last.seq + 1, balance: last.balance - amount }
    ledgers.set(userId, next)
    return addCredits({
      id: ctx.newId(),
      platformId: ctx.platformId,
      userId,
      ...next,
      kind: 'refund',
      amount: -amount,
      talkId,
      mode,
      note: null,
      createdAt: ctx.now,
    })
  })
}

// The store as the rest of the program sees it: reads, and transactions that change data.
import type { WriteContext } from './changes/operation.ts'
import type { Transaction, TransactionResult } from './changes/transaction.ts'
import type { Candidate, Post } from './leader-election.ts'
import type { Query } from './sql/statements.ts'

/** The store cannot be reached or cannot write; nothing was changed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A store that can only read. */
export interface Reader {
  read<T>(query: Query<T>): Promise<T>
  /**
   * The event number (`events.seq`) up to which no earlier event can still appear. It covers everything committed before
   * the call, unless a transaction that stays open holds it back.
   */
  highWaterMark(): Promise<number>
  /** A value that differs after each commit of any process; undefined if the store cannot tell without a query. */
  commitMark(): number | undefined
}

/** A store that can also change. `execute` resolves after the change has been committed and synced to disk. */
export interface Store extends Reader {
  /** Throws StoreUnavailable. Refusals are returned as outcomes. */
  execute<Answer>(ctx: WriteContext, transaction: Transaction<Answer>): Promise<TransactionResult<Answer>>
  isReachable(): Promise<boolean>
  /** The clock of the database in epoch milliseconds; undefined if it is the clock of this machine. Throws if it cannot be read. */
  readClock(): Promise<number | undefined>
  /** Renews the statistics of tables that have grown, from which indexes are chosen. */
  renewStatistics(): Promise<void>
  /** A new candidate in the election of the process that leads for a purpose. */
  openCandidate(post: Post): Candidate
  close(): Promise<void>
}

/** Access to the refusals of the domain, which the store does not know. */
export type RefusalCodec = {
  /** Plain data for a refusal; undefined for any other error. */
  toData(error: unknown): unknown
  /** Whether a repeat of the request gets the same refusal. */
  isFinal(refusal: unknown): boolean
}

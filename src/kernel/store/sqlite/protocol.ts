// The messages between the main thread and the writer thread.
import type { WriteContext } from '../changes/operation.ts'
import type { Transaction, TransactionResult } from '../changes/transaction.ts'

/** A transaction with the names of its operations, because functions cannot cross threads. */
export type Job = {
  id: number
  ctx: WriteContext
  transaction: Omit<Transaction, 'commands'> & { commands: readonly { operation: string; input: unknown }[] }
}

export type JobResult =
  | { id: number; status: 'executed'; result: TransactionResult }
  | { id: number; status: 'unavailable'; message: string }
  | { id: number; status: 'failed'; message: string; stack: string | undefined }

/** A probe asks for an empty commit, and `analyze` for new statistics. */
export type ToWriter =
  | { type: 'jobs'; jobs: Job[] }
  | { type: 'probe' }
  | { type: 'analyze' }
  | { type: 'close' }
export type FromWriter =
  | { type: 'ready' }
  | { type: 'results'; results: JobResult[] }
  | { type: 'probed'; canCommit: boolean }
  | { type: 'analyzed' }
  | { type: 'closed' }

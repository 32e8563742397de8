// The writer thread, which owns the only connection that writes. Group commit: queued transactions run in one SQLite
// transaction, are committed once, and are answered after that.
import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { AnyOperation } from '../changes/operation.ts'
import { runTransaction, type Transaction, type TransactionResult } from '../changes/transaction.ts'
import { type RefusalCodec, StoreUnavailable } from '../store.ts'
import {
  asUnavailable,
  canCommit,
  isUniqueViolation,
  openWriting,
  Session,
  truncateWal,
} from './connection.ts'
import type { FromWriter, Job, JobResult, ToWriter } from './protocol.ts'
import { SearchIndexer } from './search-index.ts'
import { renewStatistics } from './statistics.ts'

const LARGEST_GROUP = 64
const SMALLEST_GROUP = 16
/** The -wal is emptied after this long without a change. */
const IDLE_MS = 5_000

type WriterOptions = {
  path: string
  port: MessagePort
  operations: readonly AnyOperation[]
  refusals: RefusalCodec
}

/** Serves jobs from `port` until it receives `close`. */
export function runWriter({ path, port, operations, refusals }: WriterOptions): void {
  const db = openWriting(path)
  const session = new Session(db)
  const indexer = new SearchIndexer(db)
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const send = (message: FromWriter) => port.postMessage(message)

  const waiting: Job[] = []
  let isClosing = false
  const take = (message: ToWriter) => {
    if (message.type === 'close') isClosing = true
    if (message.type === 'jobs') waiting.push(...message.jobs)
    if (message.type === 'analyze') send(analyze(db))
    if (message.type === 'probe') send({ type: 'probed', canCommit: canCommit(db) })
  }
  let idle: NodeJS.Timeout | undefined
  const truncateWhenIdle = () => {
    clearTimeout(idle)
    // A reader can keep the -wal from being emptied. Then it is tried again later.
    idle = setTimeout(() => void (truncateWal(db) || truncateWhenIdle()), IDLE_MS)
  }

  port.on('message', (message: ToWriter) => {
    take(message)
    while (waiting.length > 0) {
      receivePending(port, waiting, take)
      const [dryRuns, others] = partition(waiting.splice(0, groupSize(waiting.length)), isWritingDryRun)
      const results = [
        ...runGroup(session, byName, refusals, others),
        ...dryRuns.flatMap((job) => runGroup(session, byName, refusals, [job], 'ROLLBACK')),
      ]
      send({ type: 'results', results })
      indexer.changed(results.length)
    }
    if (!isClosing) return truncateWhenIdle()
    clearTimeout(idle)
    indexer.close()
    db.close()
    send({ type: 'closed' })
    port.close()
  })
  send({ type: 'ready' })
}

function analyze(db: DatabaseSync): FromWriter {
  try {
    renewStatistics(db)
  } catch {
    // A disk that cannot be written is reported by the next change.
    if (db.isTransaction) db.exec('ROLLBACK')
  }
  return { type: 'analyzed' }
}

function receivePending(port: MessagePort, waiting: Job[], take: (message: ToWriter) => void): void {
  while (waiting.length < 2 * LARGEST_GROUP) {
    const received = receiveMessageOnPort(port)
    if (!received) return
    take(received.message)
  }
}

/**
 * Half of what waits, so that the main thread answers one half while the other is written. If all were taken at once, the
 * two threads would take turns: 64 connections then made 0.85 times as many changes a second.
 */
const groupSize = (waiting: number): number =>
  Math.min(Math.max(Math.ceil(waiting / 2), SMALLEST_GROUP), LARGEST_GROUP)

/**
 * A dry run of several commands writes rows that later commands read. With only a savepoint, a commit would sync these
 * pages.
 */
const isWritingDryRun = ({ transaction: { isDryRun, commands } }: Job) =>
  isDryRun === true && commands.length > 1

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

type Operations = ReadonlyMap<string, AnyOperation>
/** A job that runs again after a unique constraint refused its writes. */
type RepeatedJob = Job & { isAfterConflict?: true }

function runGroup(
  session: Session,
  operations: Operations,
  refusals: RefusalCodec,
  jobs: readonly RepeatedJob[],
  end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): JobResult[] {
  if (jobs.length === 0) return []
  try {
    session.exec('BEGIN IMMEDIATE')
    const results = jobs.map((job) => runJob(session, operations, refusals, job))
    session.exec(end)
    return results
  } catch (error) {
    rollBack(session)
    const cause = asUnavailable(error)
    // If a write fails, its group is rolled back and each job runs on its own. This is so rare that it is cheaper than
    // a savepoint for every job, which adds 50% to the cost of the job.
    if (jobs.length > 1 && !(cause instanceof StoreUnavailable)) {
      return jobs.flatMap((job) => runGroup(session, operations, refusals, [job]))
    }
    const [job] = jobs
    if (job && mayRepeat(job, error)) return runGroup(session, operations, refusals, [repeated(job)], end)
    return jobs.map((job) => failure(job, cause))
  }
}

const mayRepeat = ({ isAfterConflict }: RepeatedJob, error: unknown): boolean =>
  !isAfterConflict && isUniqueViolation(error)

const repeated = (job: Job): RepeatedJob => ({ ...job, isAfterConflict: true })

type Progress = { hasWritten: boolean; hasSavepoint: boolean }

/** Throws if the whole transaction has to be rolled back. A failure with nothing to roll back is a result. */
function runJob(
  session: Session,
  operations: Operations,
  refusals: RefusalCodec,
  job: RepeatedJob,
): JobResult {
  const progress: Progress = { hasWritten: false, hasSavepoint: false }
  const ctx = { ...job.ctx, isAfterConflict: job.isAfterConflict ?? false }
  try {
    const steps = runTransaction(transactionOf(operations, job), ctx, refusals)
    return { id: job.id, status: 'executed', result: runSteps(session, steps, progress) }
  } catch (error) {
    const mustRollBack = progress.hasWritten && !progress.hasSavepoint
    if (asUnavailable(error) instanceof StoreUnavailable || mustRollBack) throw error
    if (!progress.hasSavepoint) return failure(job, error)
    session.exec('ROLLBACK TO change')
    return mayRepeat(job, error) ? runJob(session, operations, refusals, repeated(job)) : failure(job, error)
  } finally {
    if (progress.hasSavepoint) release(session)
  }
}

function runSteps(
  session: Session,
  steps: ReturnType<typeof runTransaction>,
  progress: Progress,
): TransactionResult {
  let values: unknown[] = []
  for (;;) {
    const { done, value } = steps.next(values)
    if (done) return value
    if (value.kind === 'reads') values = value.queries.map((query) => session.read(query))
    if (value.kind === 'rollback_to_savepoint') session.exec('ROLLBACK TO change')
    if (value.kind === 'savepoint') {
      session.exec('SAVEPOINT change')
      progress.hasSavepoint = true
    }
    if (value.kind === 'writes') {
      progress.hasWritten = true
      for (const write of value.writes) session.write(write)
    }
  }
}

function transactionOf(operations: Operations, { transaction }: Job): Transaction {
  const commands = transaction.commands.map(({ operation: name, input }) => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    return { operation, input }
  })
  return { ...transaction, commands }
}

function failure(job: Job, error: unknown): JobResult {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof StoreUnavailable) return { id: job.id, status: 'unavailable', message }
  return { id: job.id, status: 'failed', message, stack }
}

function release(session: Session): void {
  try {
    session.exec('RELEASE change')
  } catch {
    // The whole transaction is already gone.
  }
}

function rollBack(session: Session): void {
  try {
    session.exec('ROLLBACK')
  } catch {
    // SQLite rolls back on its own after some errors. Then no transaction is left to end.
  }
}

// The writer thread: the only connection that writes. What has queued up is run in one transaction, committed
// once, and only then answered.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { type Performed, perform } from '../changes/perform.ts'
import { type AnyOperation, type Change, type RefusalCodec, StoreUnavailable } from '../store.ts'
import { asUnavailable, openWriting, Session } from './connection.ts'
import type { FromWriter, Job, JobOutcome, ToWriter } from './protocol.ts'

const LARGEST_GROUP = 64

type WriterOptions = {
  path: string
  port: MessagePort
  operations: readonly AnyOperation[]
  refusals: RefusalCodec
}

/** Serves jobs from `port` until it is told to close. */
export function runWriter({ path, port, operations, refusals }: WriterOptions): void {
  const db = openWriting(path)
  const session = new Session(db)
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const say = (message: FromWriter) => port.postMessage(message)

  const waiting: Job[] = []
  let isClosing = false
  const take = (message: ToWriter) => {
    if (message.type === 'close') isClosing = true
    else waiting.push(...message.jobs)
  }

  port.on('message', (message: ToWriter) => {
    take(message)
    while (waiting.length > 0) {
      takeWhatHasCome(port, waiting, take)
      const [foreseen, others] = partition(waiting.splice(0, LARGEST_GROUP), writesToForesee)
      const outcomes = [
        ...runGroup(session, byName, refusals, others),
        ...foreseen.flatMap((job) => runGroup(session, byName, refusals, [job], 'ROLLBACK')),
      ]
      say({ type: 'outcomes', outcomes })
    }
    if (!isClosing) return
    db.close()
    say({ type: 'closed' })
    port.close()
  })
  say({ type: 'ready' })
}

function takeWhatHasCome(port: MessagePort, waiting: Job[], take: (message: ToWriter) => void): void {
  while (waiting.length < LARGEST_GROUP) {
    const received = receiveMessageOnPort(port)
    if (!received) return
    take(received.message)
  }
}

/** Of several steps, each writes what later ones look for: undone by savepoint alone, its pages would go to the disk. */
const writesToForesee = ({ change: { purpose, steps } }: Job) => purpose === 'foresee' && steps.length > 1

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

type Operations = ReadonlyMap<string, AnyOperation>

function runGroup(
  session: Session,
  operations: Operations,
  refusals: RefusalCodec,
  jobs: readonly Job[],
  end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): JobOutcome[] {
  if (jobs.length === 0) return []
  try {
    session.exec('BEGIN IMMEDIATE')
    const outcomes = jobs.map((job) => runOne(session, operations, refusals, job))
    session.exec(end)
    return outcomes
  } catch (error) {
    rollBack(session)
    const cause = asUnavailable(error)
    // One whose write fails takes the group with it; each alone, the others go through. It is so rare that it is
    // cheaper than a savepoint for every job, which costs half as much again as the job.
    if (jobs.length > 1 && !(cause instanceof StoreUnavailable)) {
      return jobs.flatMap((job) => runGroup(session, operations, refusals, [job]))
    }
    return jobs.map((job) => failure(job, cause, refusals))
  }
}

/** Throws where the transaction has to be undone; what fails with nothing to undo is an outcome. */
function runOne(session: Session, operations: Operations, refusals: RefusalCodec, job: Job): JobOutcome {
  const undo = { isNeeded: false, isMarked: false }
  try {
    const performed = performOn(session, perform(changeOf(operations, job), job.ctx, refusals), undo)
    return { id: job.id, status: 'done', performed }
  } catch (error) {
    if (asUnavailable(error) instanceof StoreUnavailable || (undo.isNeeded && !undo.isMarked)) throw error
    if (undo.isMarked) session.exec('ROLLBACK TO change')
    return failure(job, error, refusals)
  } finally {
    if (undo.isMarked) release(session)
  }
}

function performOn(
  session: Session,
  steps: ReturnType<typeof perform>,
  undo: { isNeeded: boolean; isMarked: boolean },
): Performed {
  let values: unknown[] = []
  for (;;) {
    const { done, value } = steps.next(values)
    if (done) return value
    if (value.kind === 'reads') values = value.queries.map((query) => session.read(query))
    if (value.kind === 'undo') session.exec('ROLLBACK TO change')
    if (value.kind === 'mark') {
      session.exec('SAVEPOINT change')
      undo.isMarked = true
    }
    if (value.kind === 'writes') {
      undo.isNeeded = true
      for (const write of value.writes) session.write(write)
    }
  }
}

function changeOf(operations: Operations, { change }: Job): Change {
  const steps = change.steps.map(({ operation: name, input }) => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    return { operation, input }
  })
  return { ...change, steps }
}

function failure(job: Job, error: unknown, refusals: RefusalCodec): JobOutcome {
  const refusal = refusals.toData(error)
  if (refusal !== undefined) return { id: job.id, status: 'refused', refusal }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof StoreUnavailable) return { id: job.id, status: 'unavailable', message }
  return { id: job.id, status: 'failed', message, stack }
}

function release(session: Session): void {
  try {
    session.exec('RELEASE change')
  } catch {
    // The whole transaction is gone already.
  }
}

function rollBack(session: Session): void {
  try {
    session.exec('ROLLBACK')
  } catch {
    // SQLite rolls back by itself on some errors; then there is no transaction left to end.
  }
}

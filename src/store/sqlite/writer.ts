// The writer thread: the only connection that writes. What has queued up is run in one transaction, committed
// once, and only then answered.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import {
  type AnyOperation,
  type DecideContext,
  type Decision,
  decideContext,
  type Operation,
  type RefusalCodec,
  StoreUnavailable,
  writesOf,
} from '../engine.ts'
import type { Query } from '../statement.ts'
import { asUnavailable, openWriting, Session } from './connection.ts'
import type { FromWriter, Job, Outcome, ToWriter } from './protocol.ts'

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
      say({
        type: 'outcomes',
        outcomes: runGroup(session, byName, refusals, waiting.splice(0, LARGEST_GROUP)),
      })
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

type Operations = ReadonlyMap<string, AnyOperation>

function runGroup(
  session: Session,
  operations: Operations,
  refusals: RefusalCodec,
  jobs: readonly Job[],
): Outcome[] {
  try {
    session.exec('BEGIN IMMEDIATE')
    const outcomes = jobs.map((job) => runOne(session, operations, refusals, job))
    session.exec('COMMIT')
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

/** Throws where a write fails; what fails before the first write leaves nothing to undo, and is an outcome. */
function runOne(session: Session, operations: Operations, refusals: RefusalCodec, job: Job): Outcome {
  const ctx = decideContext(job.ctx)
  let decision: Decision<unknown>
  try {
    decision = decide(session, operations, ctx, job)
  } catch (error) {
    if (asUnavailable(error) instanceof StoreUnavailable) throw error
    return failure(job, error, refusals)
  }
  for (const write of writesOf(decision, ctx)) session.write(write)
  return { id: job.id, status: 'done', answer: decision.answer }
}

function decide(session: Session, operations: Operations, ctx: DecideContext, job: Job): Decision<unknown> {
  // A job names the operation that its input was typed with by `Store.run`.
  const operation = operations.get(job.operation) as Operation<unknown, unknown, unknown> | undefined
  if (!operation) throw new Error(`There is no operation ${job.operation}.`)
  const state: Record<string, unknown> = {}
  for (const [key, query] of Object.entries<Query<unknown>>(operation.load(job.ctx, job.input))) {
    state[key] = session.read(query)
  }
  return operation.decide(state, ctx, job.input)
}

function failure(job: Job, error: unknown, refusals: RefusalCodec): Outcome {
  const refusal = refusals.toData(error)
  if (refusal !== undefined) return { id: job.id, status: 'refused', refusal }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof StoreUnavailable) return { id: job.id, status: 'unavailable', message }
  return { id: job.id, status: 'failed', message, stack }
}

function rollBack(session: Session): void {
  try {
    session.exec('ROLLBACK')
  } catch {
    // SQLite rolls back by itself on some errors; then there is no transaction left to end.
  }
}

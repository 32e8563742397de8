// The writer thread: the only connection that writes. What has queued up is run, each operation in a savepoint
// of one transaction, committed once, and only then answered.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import {
  type AnyOperation,
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
    return jobs.map((job) => failure(job, asUnavailable(error), refusals))
  }
}

function runOne(session: Session, operations: Operations, refusals: RefusalCodec, job: Job): Outcome {
  session.exec('SAVEPOINT one')
  try {
    const answer = apply(session, operations, job)
    session.exec('RELEASE one')
    return { id: job.id, status: 'done', answer }
  } catch (error) {
    const cause = asUnavailable(error)
    if (cause instanceof StoreUnavailable) throw error
    session.exec('ROLLBACK TO one')
    session.exec('RELEASE one')
    return failure(job, error, refusals)
  }
}

function apply(session: Session, operations: Operations, job: Job): unknown {
  // A job names the operation that its input was typed with by `Store.run`.
  const operation = operations.get(job.operation) as Operation<unknown, unknown, unknown> | undefined
  if (!operation) throw new Error(`There is no operation ${job.operation}.`)
  const ctx = decideContext(job.ctx)
  const state: Record<string, unknown> = {}
  for (const [key, query] of Object.entries<Query<unknown>>(operation.load(job.ctx, job.input))) {
    state[key] = session.read(query)
  }
  const decision = operation.decide(state, ctx, job.input)
  for (const write of writesOf(decision, ctx)) session.write(write)
  return decision.answer
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

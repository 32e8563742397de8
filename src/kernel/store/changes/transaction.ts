// Transactions: commands that are committed or rolled back together, in the same steps on both stores.
import type { Query, Write } from '../sql/statements.ts'
import type { RefusalCodec } from '../store.ts'
import type { IdempotencyRecordRow } from '../tables.ts'
import { findIdempotencyRecord, keepIdempotencyRecord, openIdempotencyRecord } from './idempotency-records.ts'
import {
  type AnyOperation,
  type DecideContext,
  decideContext,
  type LoadContext,
  type NewEvent,
  type Operation,
  type WriteContext,
  writesOf,
} from './operation.ts'

/** One change as it is requested: an operation and the input it is typed with. */
export type Command<Answer = unknown> = {
  operation: AnyOperation<Answer>
  input: unknown
  /** Replaces the input right before the transaction. For inputs that depend on the store. */
  prepareInput?: () => Promise<unknown>
}

export const command = <State, Input, Answer>(
  operation: Operation<State, Input, Answer>,
  input: Input,
): Command<Answer> => ({ operation, input })

/** A command whose input is read right before its transaction. */
export const preparedCommand = <State, Input, Answer>(
  operation: Operation<State, Input, Answer>,
  prepareInput: () => Promise<Input>,
): Command<Answer> => ({ operation, input: undefined, prepareInput })

/** Commands in order. Each sees the changes of the earlier ones. */
export type Transaction<Answer = unknown> = {
  commands: readonly Command<Answer>[]
  /** Whether one refusal rolls back all commands. Otherwise, only the refused commands have no effect. */
  isAtomic?: boolean
  /** Rolled back in any case; outcomes carry the events that would have been recorded. */
  isDryRun?: boolean
  claim?: IdempotencyClaim | undefined
}

/**
 * Identifies and decrypts the idempotency record of a request. An existing record is the result; otherwise one is
 * stored.
 */
export type IdempotencyClaim = {
  /** Identifies the request by its caller, its target, and its idempotency key. */
  id: string
  bodyHash: string
  /** 32 bytes in hex. The store does not keep them. */
  secret: string
  /** Whether a record is stored even if a refusal could turn out differently the next time. */
  keepsRefusals?: boolean
}

/** Refusals are data here (`RefusalCodec`): outcomes cross threads and are stored in idempotency records. */
export type Outcome<Answer = unknown> =
  | { status: 'done'; answer: Answer; events: readonly NewEvent[] }
  | { status: 'refused'; refusal: unknown }
  /** Succeeded, but another command of the atomic transaction was refused. */
  | { status: 'undone' }

export type Finished<Answer = unknown> = {
  status: 'finished'
  /** One outcome per command, in order. */
  outcomes: Outcome<Answer>[]
  /** The id of the request that first got this result, if this one repeats it. */
  replayOf?: string
  /** Changes that open streams follow; absent if there are none. */
  live?: LiveChanges
}

export type LiveChanges = {
  /** The number of the last new journal entry of each talk, for talks with new entries. */
  lastNumbers: ReadonlyMap<string, number>
  /** Whether something without a journal changed, such as a talk, a person, or a setting. */
  hasEvents: boolean
}

export type TransactionResult<Answer = unknown> =
  | Finished<Answer>
  /** An idempotency record exists for another body. Nothing was done. */
  | { status: 'other_request' }
  /** A record exists for this body, but with another secret: the API key has been rotated since. Nothing was done. */
  | { status: 'other_secret' }

/** A step that the store executes. Only `reads` have a result: the values of their queries. */
export type Access =
  | { kind: 'reads'; queries: readonly Query<unknown>[] }
  | { kind: 'writes'; writes: readonly Write[] }
  | { kind: 'savepoint' }
  | { kind: 'rollback_to_savepoint' }

/** Runs a transaction. Refusals are part of the result; other errors are thrown. */
export function* runTransaction(
  transaction: Transaction,
  ctx: LoadContext,
  refusals: RefusalCodec,
): Generator<Access, TransactionResult, unknown[]> {
  const { commands, isAtomic = false, isDryRun = false, claim } = transaction
  const earlier = claim && (yield* lookUpRecord(claim, ctx))
  if (earlier) return earlier
  const hasSavepoint = commands.length > 1
  if (hasSavepoint) yield { kind: 'savepoint' }
  const attempt = yield* runCommands(transaction, decideContext(ctx, { isDryRun }), refusals)
  const isRefused = isAtomic && attempt.outcomes.some(({ status }) => status === 'refused')
  if (hasSavepoint && (isDryRun || isRefused)) yield { kind: 'rollback_to_savepoint' }
  const outcomes = isRefused ? attempt.outcomes.map(undone) : attempt.outcomes
  if (claim && (claim.keepsRefusals || outcomes.every((outcome) => isFinal(outcome, refusals)))) {
    yield { kind: 'writes', writes: keepIdempotencyRecord(claim, ctx, outcomes) }
  } else if (claim) {
    // The first request may have committed since the lookup, and may have caused the refusal of this repeat.
    const first = yield* lookUpRecord(claim, ctx)
    if (first) return first
  }
  const isKept = !isDryRun && !isRefused
  return { status: 'finished', outcomes, ...(isKept ? liveChanges(attempt) : {}) }
}

const liveChanges = ({ lastNumbers, hasEvents }: LiveChanges): Pick<Finished, 'live'> =>
  lastNumbers.size > 0 || hasEvents ? { live: { lastNumbers, hasEvents } } : {}

function* lookUpRecord(
  claim: IdempotencyClaim,
  { now }: WriteContext,
): Generator<Access, TransactionResult | undefined, unknown[]> {
  // Each query is answered with its own value.
  const [record] = (yield { kind: 'reads', queries: [findIdempotencyRecord(claim, now)] }) as [
    IdempotencyRecordRow | undefined,
  ]
  return record && openIdempotencyRecord(claim, record)
}

type Attempt = LiveChanges & { outcomes: Outcome[] }

function* runCommands(
  { commands, isAtomic = false, isDryRun = false }: Transaction,
  ctx: DecideContext,
  refusals: RefusalCodec,
): Generator<Access, Attempt, unknown[]> {
  const outcomes: Outcome[] = []
  const lastNumbers = new Map<string, number>()
  let hasEvents = false
  let isKept = !isDryRun
  for (const [index, { operation, input }] of commands.entries()) {
    const { names, queries } = loadsOf(operation, ctx, input)
    const values = queries.length > 0 ? yield { kind: 'reads', queries } : []
    const state = Object.fromEntries(names.map((name, place) => [name, values[place]]))
    try {
      const decision = asOperation(operation).decide(state, ctx, input)
      outcomes.push({ status: 'done', answer: decision.answer, events: isDryRun ? decision.events : [] })
      // Changes that will be rolled back are written only for later commands to read, and without their events, because
      // event numbers are not rolled back.
      const isReadLater = index < commands.length - 1
      for (const { entry } of decision.writes) if (entry) lastNumbers.set(entry.talkId, entry.seq)
      hasEvents ||= decision.events.length > 0
      if (isKept) yield { kind: 'writes', writes: writesOf(decision, ctx) }
      else if (isReadLater) yield { kind: 'writes', writes: decision.writes }
    } catch (error) {
      const refusal = refusals.toData(error)
      if (refusal === undefined) throw error
      outcomes.push({ status: 'refused', refusal })
      // The remaining commands still run, so that all refusals are reported at once.
      if (isAtomic) isKept = false
    }
  }
  return { outcomes, lastNumbers, hasEvents }
}

/**
 * The name of the object that a transaction locks; null if it has several commands or its operation names no object.
 */
export const lockedObjectOf = ({ commands: [one, ...others] }: Transaction): string | null =>
  one && others.length === 0 ? (asOperation(one.operation).lockedObject?.(one.input) ?? null) : null

function loadsOf(operation: AnyOperation, ctx: DecideContext, input: unknown) {
  const loads = Object.entries<Query<unknown>>(asOperation(operation).load(ctx, input))
  return { names: loads.map(([name]) => name), queries: loads.map(([, query]) => query) }
}

/** `command` guarantees that the input has the type that the operation expects. */
const asOperation = (operation: AnyOperation) => operation as Operation<unknown, unknown, unknown>

const undone = (outcome: Outcome): Outcome => (outcome.status === 'refused' ? outcome : { status: 'undone' })

const isFinal = (outcome: Outcome, refusals: RefusalCodec): boolean =>
  outcome.status !== 'refused' || refusals.isFinal(outcome.refusal)

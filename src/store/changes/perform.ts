// One change as both stores perform it: for every step load, decide and write; what undoes it; and its receipt.

import type { Query, Write } from '../sql/statements.ts'
import type { ReceiptRow } from '../sql/tables.ts'
import {
  type AnyOperation,
  type Change,
  type Changed,
  decideContext,
  type NewEvent,
  type Operation,
  type ReceiptClaim,
  type RefusalCodec,
  type WriteContext,
  writesOf,
} from '../store.ts'
import { findReceipt, keepReceipt, openReceipt } from './receipts.ts'

/** What a change asks of its store, in order. Only `reads` are answered: by their values. */
export type Access =
  | { kind: 'reads'; queries: readonly Query<unknown>[] }
  | { kind: 'writes'; writes: readonly Write[] }
  /** What comes after it can be undone without what came before it. */
  | { kind: 'mark' }
  | { kind: 'undo' }

/** An outcome that can cross to another thread: refusals are data. */
export type PlainOutcome =
  | { status: 'done'; answer: unknown; events: readonly NewEvent[] }
  | { status: 'refused'; refusal: unknown }
  | { status: 'undone' }

export type Performed = {
  outcomes: PlainOutcome[]
  /** The id of the request that was first answered so, where this is a repeat of it. */
  replayOf?: string
  /** The receipt is of another body, or was made with another secret; nothing was done. */
  isOtherReceipt?: true
}

/** Throws what no refusal is, and what has to be prepared anew (`refusals.isForCaller`). */
export function* perform(
  change: Change,
  ctx: WriteContext,
  refusals: RefusalCodec,
): Generator<Access, Performed, unknown[]> {
  const { steps, isAtomic, purpose, receipt, keepsAll = false } = change
  if (receipt) {
    const kept = yield* lookForReceipt(receipt, ctx)
    if (kept) return kept
  }
  const isMarked = steps.length > 1
  if (isMarked) yield { kind: 'mark' }
  const each = yield* performSteps(change, ctx, refusals)
  const isRefusedWhole = isAtomic && each.some(isRefused)
  if (isMarked && (purpose !== 'commit' || isRefusedWhole)) yield { kind: 'undo' }
  const outcomes = isRefusedWhole ? each.map((one) => (isRefused(one) ? one : UNDONE)) : each
  const isAnswer = purpose === 'commit' || (purpose === 'prepare' && !outcomes.some(isDone))
  if (!receipt || !isAnswer) return { outcomes }
  if (keepsAll || outcomes.every((outcome) => isFinal(outcome, refusals))) {
    yield { kind: 'writes', writes: keepReceipt(receipt, ctx, outcomes) }
    return { outcomes }
  }
  // The first request may have been committed since the look above, and be what this repeat was refused for.
  return (yield* lookForReceipt(receipt, ctx)) ?? { outcomes }
}

function* lookForReceipt(
  receipt: ReceiptClaim,
  { now }: WriteContext,
): Generator<Access, Performed | undefined, unknown[]> {
  // Each query is answered by its own value.
  const [kept] = (yield { kind: 'reads', queries: [findReceipt(receipt, now)] }) as [ReceiptRow | undefined]
  return kept && openReceipt(receipt, kept)
}

function* performSteps(
  { steps, isAtomic, purpose }: Change,
  ctx: WriteContext,
  refusals: RefusalCodec,
): Generator<Access, PlainOutcome[], unknown[]> {
  const deciding = decideContext(ctx)
  const outcomes: PlainOutcome[] = []
  let isKept = purpose === 'commit'
  for (const [index, { operation, input }] of steps.entries()) {
    const { names, queries } = loadsOf(operation, ctx, input)
    const values = queries.length > 0 ? yield { kind: 'reads', queries } : []
    const state = Object.fromEntries(names.map((name, place) => [name, values[place]]))
    try {
      const decision = asOperation(operation).decide(state, deciding, input)
      outcomes.push({ status: 'done', answer: decision.answer, events: isKept ? [] : decision.events })
      // Of what is undone only what later steps may look for; events have numbers that no undoing gives back.
      const isLookedFor = index < steps.length - 1
      if (isKept) yield { kind: 'writes', writes: writesOf(decision, deciding) }
      else if (isLookedFor) yield { kind: 'writes', writes: decision.writes }
    } catch (error) {
      const refusal = refusals.isForCaller(error) ? refusals.toData(error) : undefined
      if (refusal === undefined) throw error
      outcomes.push({ status: 'refused', refusal })
      // The rest is performed all the same, so that everything that is refused is told at once.
      if (isAtomic) isKept = false
    }
  }
  return outcomes
}

function loadsOf(operation: AnyOperation, ctx: WriteContext, input: unknown) {
  const loads = Object.entries<Query<unknown>>(asOperation(operation).load(ctx, input))
  return { names: loads.map(([name]) => name), queries: loads.map(([, query]) => query) }
}

/** A step holds the input that its operation was typed with, by `step`. */
const asOperation = (operation: AnyOperation) => operation as Operation<unknown, unknown, unknown>

const UNDONE: PlainOutcome = { status: 'undone' }
const isDone = ({ status }: PlainOutcome) => status === 'done'
const isRefused = ({ status }: PlainOutcome) => status === 'refused'
const isFinal = (outcome: PlainOutcome, refusals: RefusalCodec): boolean =>
  outcome.status !== 'refused' || refusals.isFinal(refusals.fromData(outcome.refusal))

/** The same on this side of a thread. */
export const changedFrom = <Answer>(
  { outcomes, ...rest }: Performed,
  refusals: RefusalCodec,
): Changed<Answer> => ({
  ...rest,
  outcomes: outcomes.map((outcome) => {
    if (outcome.status === 'refused')
      return { status: 'refused', refusal: refusals.fromData(outcome.refusal) }
    // The answer is of the type that the operation of the step gives.
    return outcome as Exclude<typeof outcome, { status: 'refused' }> & { answer: Answer }
  }),
})

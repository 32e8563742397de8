// What both stores do: answer queries, and run operations as load → decide → apply → commit.
import { newId } from '../lib/data/ids.ts'
import type { Query, Write } from './sql/statements.ts'
import type { ActorKind, EventRow } from './sql/tables.ts'
import { insertEvent } from './webhooks/events.ts'

/** The store cannot be reached or cannot write; nothing was changed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

export type Actor = { kind: ActorKind; id: string | null; level: 'standard' | 'privileged' }

/** Who asks for a change, in which platform, when. Plain data: it crosses to the writer thread. */
export type WriteContext = {
  platformId: string
  actor: Actor
  requestId: string | null
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now: number
}

/** What `decide` is given beside the state: the context, and fresh identifiers. */
export type DecideContext = WriteContext & { newId(): string }

export type NewEvent = Pick<EventRow, 'type' | 'objectKind' | 'objectId' | 'version' | 'changes'> & {
  /** Where the answer names it; else it gets one. */
  id?: string
}
export type Decision<Answer> = { writes: readonly Write[]; events: readonly NewEvent[]; answer: Answer }

type Loads<State> = { [K in keyof State]: Query<State[K]> }

/**
 * A change, in two pure parts: `load` names what the decision needs, `decide` says what is written and
 * answered, or throws a refusal. Both run again when somebody was faster.
 */
export type Operation<State, Input, Answer> = {
  name: string
  load(ctx: WriteContext, input: Input): Loads<State>
  decide(state: State, ctx: DecideContext, input: Input): Decision<Answer>
}
/** An operation of whatever state and input, as the writer thread finds it by name. */
export type AnyOperation<Answer = unknown> = {
  name: string
  load(ctx: WriteContext, input: never): object
  decide(state: never, ctx: DecideContext, input: never): Decision<Answer>
}

/** An operation with the input that it is typed with. */
export type Step<Answer = unknown> = { operation: AnyOperation<Answer>; input: unknown }
export const step = <State, Input, Answer>(
  operation: Operation<State, Input, Answer>,
  input: Input,
): Step<Answer> => ({ operation, input })

/** One or more steps, in one transaction and in their order: each finds what those before it have written. */
export type Change<Answer = unknown> = {
  steps: readonly Step<Answer>[]
  /** Whether one refusal undoes all; else it leaves the other steps. */
  isAtomic: boolean
  purpose: Purpose
  receipt?: ReceiptClaim | undefined
  /** Whether the receipt is kept also where a refusal says that it may be otherwise the next time. */
  keepsAll?: boolean
}

/**
 * `commit`: what is done is kept. The other two are rehearsals: their outcomes are what they would be, with the events
 * that would be left, and nothing is kept. `foresee` is to know them; `prepare` is followed by the commit, unless all
 * is refused: then that is the answer already, and its receipt is kept.
 */
export type Purpose = 'commit' | 'prepare' | 'foresee'

/** What a receipt is found by, and what opens it. A kept one is the answer; else one is kept with the change. */
export type ReceiptClaim = {
  /** Of the request: who asks for what, under which idempotency key. */
  id: string
  bodyHash: string
  /** 32 bytes in hex, which the store does not keep. */
  secret: string
}

export type Outcome<Answer> =
  | { status: 'done'; answer: Answer; events: readonly NewEvent[] }
  | { status: 'refused'; refusal: Error }
  /** Another step of an atomic change was refused; this one would have been done. */
  | { status: 'undone' }

export type Changed<Answer> = {
  /** One a step, in their order. */
  outcomes: Outcome<Answer>[]
  /** The id of the request that was first answered so, where this one repeats it. */
  replayOf?: string | undefined
  /** There is a receipt, but of another body, or under another secret; nothing was done. */
  isOtherReceipt?: boolean | undefined
}

/** May only read. */
export interface Reader {
  read<T>(query: Query<T>): Promise<T>
  /**
   * The event number (`events.seq`) up to which no earlier event can still appear. It covers everything committed before
   * the call, unless a transaction that stays open holds it back.
   */
  highWaterMark(): Promise<number>
}

/** May also change. Every change that is answered has been committed and synced. */
export interface Store extends Reader {
  run<State, Input, Answer>(
    operation: Operation<State, Input, Answer>,
    ctx: WriteContext,
    input: Input,
  ): Promise<Answer>
  change<Answer>(ctx: WriteContext, change: Change<Answer>): Promise<Changed<Answer>>
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** How refusals of the domain travel from the writer thread, and what becomes of them. */
export type RefusalCodec = {
  /** Undefined for what is not a refusal. */
  toData(error: unknown): unknown
  fromData(data: unknown): Error
  /** False for what the program meets itself by preparing the change anew. */
  isForCaller(error: unknown): boolean
  /** Whether a repeat of the request is to be refused in the same way. */
  isFinal(error: Error): boolean
}

export const decideContext = (ctx: WriteContext): DecideContext => ({ ...ctx, newId: () => newId(ctx.now) })

/** All that a decision writes: its rows, then one event a change (audit, feed and webhooks in one). */
export function writesOf(decision: Decision<unknown>, ctx: DecideContext): Write[] {
  return [...decision.writes, ...decision.events.map((event) => insertEvent(eventRow(event, ctx)))]
}

const eventRow = (event: NewEvent, ctx: DecideContext): EventRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  at: ctx.now,
  actorKind: ctx.actor.kind,
  actorId: ctx.actor.id,
  requestId: ctx.requestId,
  ...event,
})

/** The answer of the only step of a change; throws its refusal. */
export function onlyAnswer<Answer>({ outcomes: [outcome] }: Changed<Answer>): Answer {
  if (outcome?.status === 'done') return outcome.answer
  throw outcome?.status === 'refused' ? outcome.refusal : new Error('The change has no outcome.')
}

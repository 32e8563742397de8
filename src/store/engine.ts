// What both stores do: answer queries, and run operations as load → decide → apply → commit.
import { newId } from '../lib/ids.ts'
import { insertEvent } from './events.ts'
import type { Query, Write } from './statement.ts'
import type { ActorKind, EventRow } from './tables.ts'

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

export type NewEvent = Pick<EventRow, 'type' | 'objectKind' | 'objectId' | 'version' | 'changes'>
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
export type AnyOperation = {
  name: string
  load(ctx: WriteContext, input: never): object
  decide(state: never, ctx: DecideContext, input: never): Decision<unknown>
}

/** May only read. */
export interface Reader {
  read<T>(query: Query<T>): Promise<T>
}

/** May also change. Every change that is answered has been committed and synced. */
export interface Store extends Reader {
  run<State, Input, Answer>(
    operation: Operation<State, Input, Answer>,
    ctx: WriteContext,
    input: Input,
  ): Promise<Answer>
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** How refusals of the domain travel from the writer thread. `toData` answers undefined for what is not a refusal. */
export type RefusalCodec = { toData(error: unknown): unknown; fromData(data: unknown): Error }

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

/** What the decision would be, without writing: load from a reader, then decide. */
export async function rehearse<State, Input, Answer>(
  reader: Reader,
  operation: Operation<State, Input, Answer>,
  ctx: WriteContext,
  input: Input,
): Promise<Decision<Answer>> {
  const loads = Object.entries<Query<unknown>>(operation.load(ctx, input))
  const states = await Promise.all(
    loads.map(async ([key, query]) => [key, await reader.read(query)] as const),
  )
  return operation.decide(Object.fromEntries(states) as State, decideContext(ctx), input)
}

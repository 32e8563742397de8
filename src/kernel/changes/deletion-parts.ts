// What later features add to the transaction that deletes an object of an earlier one.
import type { Deleted } from '../schema/problems.ts'
import type { Reference, UserReference } from '../store/changes/objects.ts'
import type { AnyOperation, DecideContext } from '../store/changes/operation.ts'
import type { Query, Write } from '../store/sql/statements.ts'
import type { DeleteInput, Saved } from './saved.ts'

export type DeletionPart<State = undefined, Target extends UserReference = Reference> = {
  /** Locked before the object. */
  lock?(target: Target & { platformId: string }): Query<unknown>
  /** Read after the object was locked, for the writes. */
  load?(target: Target & { platformId: string }): Query<State>
  /** Written before the object with this id is removed. Can refuse the deletion. */
  before?(ctx: DecideContext, id: string, state: State): readonly Write[]
  /** Written after it was removed. */
  after?(ctx: DecideContext, id: string, state: State): readonly Write[]
}

/** A part of any state and target. */
export type AnyDeletionPart = {
  lock?(target: never): Query<unknown>
  load?(target: never): Query<unknown>
  before?(ctx: DecideContext, id: string, state: never): readonly Write[]
  after?(ctx: DecideContext, id: string, state: never): readonly Write[]
}

/** The operation that deletes an object, with parts in the order of features. */
export function withDeletionParts(
  operation: AnyOperation,
  parts: readonly AnyDeletionPart[],
): AnyOperation<Saved<Deleted>> {
  const queries = (kind: 'lock' | 'load', target: never) =>
    Object.fromEntries(
      parts.flatMap((part, place) => {
        const query = part[kind]?.(target)
        return query ? [[`${kind} ${place}`, query]] : []
      }),
    )
  return {
    ...operation,
    load(ctx, input) {
      const { reference } = input as DeleteInput
      const target = { platformId: ctx.platformId, ...reference } as never
      return { ...queries('lock', target), ...operation.load(ctx, input), ...queries('load', target) }
    },
    decide(state, ctx, input) {
      // Every operation that deletes an object answers with its id.
      const decision = operation.decide(state, ctx, input)
      const answer = decision.answer as Saved<Deleted>
      const writes = (kind: 'before' | 'after') =>
        parts.flatMap((part, place) => part[kind]?.(ctx, answer.response.id, state[`load ${place}`]) ?? [])
      return { ...decision, answer, writes: [...writes('before'), ...decision.writes, ...writes('after')] }
    },
  }
}

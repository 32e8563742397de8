// What is removed with a programme: what came under its source and is no longer in it.
import { type ProgrammeKind, programmeKinds } from '../../schema/programme/import.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { objectsOfSource, type SourcedObject } from '../../store/programme/import-sources.ts'
import { Refusal } from '../changes/errors.ts'

/** The order of removal: a person can only go when the talks are gone that had no other speaker. */
export const removalOrder: readonly ProgrammeKind[] = ['talks', 'sponsors', 'people']

export type PruneInput = {
  source: string
  /** The external identifiers that stay, of each kind whose list was sent. */
  kept: Partial<Record<ProgrammeKind, readonly string[]>>
  /** Of each kind, the share (0 to 1) that may go at once. */
  maxRemovedShare: number
}
export type Removals = Record<ProgrammeKind, string[]>
type State = Record<ProgrammeKind, SourcedObject[]>

/** Answers the ids of what is to be removed; refuses (`prune_too_large`) to remove more than the share of a kind. */
export const planPruneOperation: Operation<State, PruneInput, Removals> = {
  name: 'planPrune',
  load: ({ platformId }, { source }) => ({
    talks: objectsOfSource('talks', platformId, source),
    sponsors: objectsOfSource('sponsors', platformId, source),
    people: objectsOfSource('users', platformId, source),
  }),
  decide(state, _ctx, { kept, maxRemovedShare }) {
    const removals: Removals = { talks: [], sponsors: [], people: [] }
    for (const kind of programmeKinds) {
      const stays = kept[kind]
      if (!stays) continue
      const names = new Set(stays)
      const own = state[kind]
      // One that has lost its identifier cannot be named by any list, nor be known for what was left out.
      const gone = own.filter(({ externalId }) => externalId !== null && !names.has(externalId))
      if (gone.length > own.length * maxRemovedShare + ROUNDING)
        throw tooLarge(kind, gone.length, own.length, maxRemovedShare)
      removals[kind] = gone.map(({ id }) => id)
    }
    return { writes: [], events: [], answer: removals }
  },
}

/** Far less than one object, and more than a product of fractions can be wrong by: 0.29 of 100 is below 29. */
const ROUNDING = 1e-6

const tooLarge = (kind: ProgrammeKind, gone: number, all: number, share: number) =>
  new Refusal('prune_too_large', {
    message: `Pruning would remove ${gone} of ${all} ${kind}, which is more than the allowed share of ${share}. Nothing was changed.`,
  })

// Pruning: an import removes objects of its source that it no longer contains.

import { Refusal } from '../../kernel/changes/errors.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { type ProgrammeKind, programmeKinds } from './schema.ts'
import { objectsOfSource, type SourcedObject } from './sources-store.ts'

/**
 * The order of removal: surveys before the talks that would take them along, and people after the talks that have no
 * other speaker.
 */
export const removalOrder: readonly ProgrammeKind[] = ['surveys', 'talks', 'sponsors', 'people']

export type PruneInput = {
  source: string
  /** The externalIds and ids to keep, for each kind whose list was sent. */
  kept: Partial<Record<ProgrammeKind, readonly string[]>>
  /** The largest share (0 to 1) of a kind that can be removed at once. */
  maxRemovedShare: number
}
export type Removals = Record<ProgrammeKind, SourcedObject[]>
export const noRemovals = (): Removals => ({ talks: [], sponsors: [], people: [], surveys: [] })
type State = Record<ProgrammeKind, SourcedObject[]>

/** Returns the objects to remove. Refuses (`prune_too_large`) to remove more than the allowed share of a kind. */
export const planPruneOperation: Operation<State, PruneInput, Removals> = {
  name: 'planPrune',
  load: ({ platformId }, { source }) => ({
    talks: objectsOfSource.talks({ platformId, source }),
    sponsors: objectsOfSource.sponsors({ platformId, source }),
    people: objectsOfSource.users({ platformId, source }),
    surveys: objectsOfSource.surveys({ platformId, source }),
  }),
  decide(state, _ctx, { kept, maxRemovedShare }) {
    const removals = noRemovals()
    for (const kind of programmeKinds) {
      const stays = kept[kind]
      if (!stays) continue
      const names = new Set(stays)
      const own = state[kind]
      // An object without an externalId cannot be in a list, so its absence does not remove it.
      const gone = own.filter(
        ({ id, externalId }) => externalId !== null && !names.has(externalId) && !names.has(id),
      )
      if (gone.length > own.length * maxRemovedShare + ROUNDING)
        throw tooLarge(kind, gone.length, own.length, maxRemovedShare)
      removals[kind] = gone
    }
    return { writes: [], events: [], answer: removals }
  },
}

/** Compensates for floating point: 0.29 × 100 is below 29. */
const ROUNDING = 1e-6

const tooLarge = (kind: ProgrammeKind, gone: number, all: number, share: number) =>
  new Refusal('prune_too_large', {
    message: `Pruning would remove ${gone} of ${all} ${kind}, which is more than the allowed share of ${share}. Nothing was changed.`,
  })

// Changing many objects at once: each is saved like a single one, with an event of its own.
import type { ValueChange } from '../lib/data/diff.ts'
import { type BulkItem, executeInChunks } from './command-chunks.ts'
import { type Refusal, refusalCodec } from './errors.ts'
import type { Outcome } from './saved.ts'
import type { Caller, Services } from './services.ts'

export type BulkOutcome = {
  changed: { id: string; name: string; changes: readonly ValueChange[] }[]
  /** The number of objects that already have the values. */
  unchanged: number
  refused: { name: string; refusal: Refusal }[]
}

export type BulkOptions = { isDryRun: boolean }

type Item = { id: string; name: string }

/** Saves the objects in chunks. A dry run reports the same result and changes nothing. */
export async function editEach(
  services: Services,
  caller: Caller,
  items: readonly (Item & BulkItem<Pick<Outcome, 'isChanged'>>)[],
  { isDryRun }: BulkOptions,
): Promise<BulkOutcome> {
  const result: BulkOutcome = { changed: [], unchanged: 0, refused: [] }
  for await (const { outcomes } of executeInChunks(services, caller, items, { isDryRun })) {
    for (const { item, outcome } of outcomes) {
      const { id, name } = item
      if (outcome.status === 'refused')
        result.refused.push({ name, refusal: refusalCodec.fromData(outcome.refusal) })
      else if (outcome.status === 'done' && outcome.answer.isChanged)
        result.changed.push({ id, name, changes: outcome.events.flatMap(({ changes }) => changes) })
      else result.unchanged += 1
    }
  }
  return result
}

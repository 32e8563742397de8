// Changing many talks or sponsors at once: each is saved like a single one, with an event of its own.

import { type BulkItem, executeInChunks } from '../../kernel/changes/command-chunks.ts'
import { type Refusal, refusalCodec } from '../../kernel/changes/errors.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { ValueChange } from '../../kernel/lib/data/diff.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { SponsorBody } from '../sponsors/schema.ts'
import { saveSponsorCommand } from '../sponsors/sponsors.ts'
import type { SponsorRow } from '../sponsors/tables.ts'
import type { TalkBody } from './schema.ts'
import type { TalkRow } from './tables.ts'
import { saveTalkCommand } from './talks.ts'

/** More would take too long for one request. */
export const MAX_EDITED = 2_000

/** Absent attributes stay. */
export type TalkEdit = Pick<TalkBody, 'room' | 'track' | 'language' | 'kind' | 'state'> & {
  /** Moves the start. Negative values move it earlier. */
  shiftMinutes?: number
}
export type SponsorEdit = Pick<SponsorBody, 'level'>

export type BulkOutcome = {
  changed: { id: string; name: string; changes: readonly ValueChange[] }[]
  /** The number of objects that already have the values. */
  unchanged: number
  refused: { name: string; refusal: Refusal }[]
}

type Options = { isDryRun: boolean }

/** Saves the talks in chunks. A dry run reports the same result and changes nothing. */
export const editTalks = (
  services: Services,
  caller: Caller,
  { rows, edit: { shiftMinutes, ...body } }: { rows: readonly TalkRow[]; edit: TalkEdit },
  options: Options,
): Promise<BulkOutcome> =>
  editEach(
    services,
    caller,
    rows.map(({ id, title, startAt }) => {
      const start = shiftMinutes ? { start: formatInstant(startAt + shiftMinutes * 60_000) } : {}
      return { id, name: title, command: saveTalkCommand({ reference: id, body: { ...body, ...start } }) }
    }),
    options,
  )

export const editSponsors = (
  services: Services,
  caller: Caller,
  { rows, edit }: { rows: readonly SponsorRow[]; edit: SponsorEdit },
  options: Options,
): Promise<BulkOutcome> =>
  editEach(
    services,
    caller,
    rows.map(({ id, name }) => ({ id, name, command: saveSponsorCommand({ reference: id, body: edit }) })),
    options,
  )

type Item = { id: string; name: string }

async function editEach(
  services: Services,
  caller: Caller,
  items: readonly (Item & BulkItem<Saved<unknown>>)[],
  { isDryRun }: Options,
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

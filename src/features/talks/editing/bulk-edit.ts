// Changing many talks at once.

import { type BulkOptions, type BulkOutcome, editEach } from '../../../kernel/changes/bulk-edits.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import type { TalkBody } from '../schema.ts'
import type { TalkRow } from '../tables.ts'
import { saveTalkCommand } from '../talks.ts'

/** Absent attributes stay. */
export type TalkEdit = Pick<TalkBody, 'room' | 'track' | 'language' | 'kind' | 'state'> & {
  /** Moves the start. Negative values move it earlier. */
  shiftMinutes?: number
}

export const editTalks = (
  services: Services,
  caller: Caller,
  { rows, edit: { shiftMinutes, ...body } }: { rows: readonly TalkRow[]; edit: TalkEdit },
  options: BulkOptions,
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

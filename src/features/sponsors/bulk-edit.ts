// Changing many sponsors at once.

import { type BulkOptions, type BulkOutcome, editEach } from '../../kernel/changes/bulk-edits.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { SponsorBody } from './schema.ts'
import { saveSponsorCommand } from './sponsors.ts'
import type { SponsorRow } from './tables.ts'

/** Absent attributes stay. */
export type SponsorEdit = Pick<SponsorBody, 'level'>

export const editSponsors = (
  services: Services,
  caller: Caller,
  { rows, edit }: { rows: readonly SponsorRow[]; edit: SponsorEdit },
  options: BulkOptions,
): Promise<BulkOutcome> =>
  editEach(
    services,
    caller,
    rows.map(({ id, name }) => ({ id, name, command: saveSponsorCommand({ reference: id, body: edit }) })),
    options,
  )

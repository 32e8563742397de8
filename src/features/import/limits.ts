// Limits of programme files.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'
import { BULK_LIMIT_BYTES } from '../../kernel/limits.ts'

/** A request that sends a whole programme. */
export const MAX_PROGRAMME_BYTES = BULK_LIMIT_BYTES
/** Larger files are for `lectern push`. */
export const MAX_IMPORT_BYTES = 8 * 2 ** 20
/** Items of one list. */
export const MAX_ITEMS = 20_000
/** Members of the JSON of all items together. Full lists of usual talks, sponsors, and people have fewer. */
export const MAX_MEMBERS = 500_000
/** Items that a dry run tries together. They occupy the store for a few tenths of a second. */
export const MAX_DRY_RUN_ITEMS = 1_000
/** Problems of refused items that one response lists. */
export const MAX_LISTED_PROBLEMS = 1_000
/** The share of the objects of a source that an import removes without a confirmation. */
export const LARGEST_SHARE = 0.2

// Uploaded files.
/** Time to read a file. The largest file takes two seconds of CPU time. */
export const READING_TIMEOUT_MS = 20 * SECOND_MS
/** Time in which an upload can be continued. */
export const UPLOAD_LIFETIME_MS = DAY_MS
/** Per platform. New imports replace the oldest. */
export const MAX_IMPORTS = 20
/** Per user. */
export const MAX_OWN_IMPORTS = 5
/** A process that has recorded no progress for this long has ended. */
export const SILENCE_MS = MINUTE_MS
/** Entries that a section of the preview shows. */
export const MAX_PREVIEWED = 100
/** Refused entries that the preview shows. */
export const MAX_REFUSED_SHOWN = 200
/** Cells that the preview offers to correct at once. Without scripts, the form sends all of them. */
export const MAX_REPAIR_FIELDS = 4_000
/** The text of a cell that is corrected in the preview. */
export const MAX_REPAIR_LENGTH = 10_000

// Workbooks.
/** More rows than an import can have. */
export const MAX_ROWS = 20_100
export const MAX_COLUMNS = 300
/** The tables of a large conference need less than a tenth of it. */
export const MAX_UNPACKED_BYTES = 32 * 2 ** 20

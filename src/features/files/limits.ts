// Limits of uploaded files.
import { DAY_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'
import { BULK_LIMIT_BYTES } from '../../kernel/limits.ts'

export const MAX_PICTURE_BYTES = 16 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 50_000_000
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024
/** All fields and files of one form. */
export const MAX_FORM_BYTES = BULK_LIMIT_BYTES
/** Of an account. Each upload takes about a second to process. */
export const UPLOADS_PER_MINUTE = 30
/** The label of a document, in characters. */
export const MAX_LABEL_LENGTH = 255
/** Time from an upload, or from the removal of the last reference, until the file is removed. */
export const UNUSED_FILE_MS = DAY_MS
/** Time to decode and scale a picture. */
export const PICTURE_TIMEOUT_MS = 20 * SECOND_MS
/**
 * The most pictures in progress: of everyone, of one platform, and of one account or API key. One that has none is refused
 * only at `full`.
 */
export const MAX_PICTURES = { all: 40, tenant: 20, client: 8, full: 80 } as const

// The size of uploaded files.
export const MAX_PICTURE_BYTES = 16 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 50_000_000
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024

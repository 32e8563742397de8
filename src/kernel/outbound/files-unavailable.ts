// The error of the storage of files.

/** The storage of files cannot be reached or written. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
}

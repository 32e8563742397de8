// References from objects to files. A new reference must be to a file of the platform, and files without references are
// removed after a while.

import { invalidData, type Problem } from '../../kernel/changes/errors.ts'
import { fileIdOf } from '../../kernel/lib/web/file-paths.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { filesForUse, releaseFiles, useFiles } from './store.ts'
import type { FileRow } from './tables.ts'

type Url = string | null | undefined

/** URLs by their place in the object. URLs of other sites are not files. */
export type FileUses = Readonly<Record<string, Url>>

/** The query of `fileUseWrites`; none if no file is named. */
export function loadFiles(platformId: string, urls: readonly Url[]) {
  const ids = fileIdsOf(urls)
  return ids.length === 0 ? {} : { files: filesForUse({ platformId, ids }) }
}

/** The ids of the files among the URLs, without repetitions. */
export const fileIdsOf = (urls: readonly Url[]): string[] => [
  ...new Set(urls.flatMap((url) => (url ? (fileIdOf(url) ?? []) : []))),
]

type Change = { before: FileUses; after: FileUses; now: number }

/**
 * The writes for an object whose file references change. They go after the writes of the object. `loaded` has the files
 * of the request. Throws `invalid_data` for a new reference to anything but a file of the platform.
 */
export function fileUseWrites(loaded: readonly FileRow[] = [], { before, after, now }: Change): Write[] {
  const [earlier, later] = [new Set(Object.values(before)), new Set(Object.values(after))]
  requireFiles(
    loaded,
    Object.entries(after).filter(([, url]) => !earlier.has(url)),
  )
  const added = fileIdsOf([...later].filter((url) => !earlier.has(url)))
  const released = fileIdsOf([...earlier].filter((url) => !later.has(url)))
  return [...(added.length > 0 ? [useFiles(added)] : []), ...releaseWrites(released, now)]
}

/** The writes for files that an object no longer refers to. They go after its removal. */
export const releaseWrites = (ids: readonly string[], now: number): Write[] =>
  ids.length > 0 ? [releaseFiles({ ids, at: now })] : []

function requireFiles(loaded: readonly FileRow[], uses: readonly [pointer: string, url: Url][]): void {
  const paths = new Set(loaded.map(({ path }) => path))
  const problems = uses.flatMap(([pointer, url]): Problem[] =>
    url && fileIdOf(url) !== undefined && !paths.has(url) ? [unknownFile(pointer)] : [],
  )
  if (problems.length > 0) throw invalidData(problems)
}

const unknownFile = (pointer: string): Problem => ({
  pointer,
  code: 'unknown_file',
  message: 'is not a file of this platform; upload it first, and send the path of the response',
})

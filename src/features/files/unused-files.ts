// Removing files without references: first from the store, then from the storage of their content.

import { execute } from '../../kernel/changes/commands.ts'
import { systemCaller } from '../../kernel/changes/services.ts'
import { namesOfFile } from '../../kernel/lib/web/picture-sizes.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { UNUSED_FILE_MS } from './limits.ts'
import type { FileServices } from './services.ts'
import { fileWrites, removedFiles, removeUnusedFiles } from './store.ts'

const FILES_AT_ONCE = 100

export const removeUnusedFilesOperation: Operation<object, object, null> = {
  name: 'removeUnusedFiles',
  load: () => ({}),
  decide: (_state, { now }) => ({
    writes: [removeUnusedFiles({ before: now - UNUSED_FILE_MS, now })],
    events: [],
    answer: null,
  }),
}

export const forgetFilesOperation: Operation<object, { ids: readonly string[] }, null> = {
  name: 'forgetFiles',
  load: () => ({}),
  decide: (_state, _ctx, { ids }) => ({
    writes: ids.map((id) => fileWrites.remove({ id })),
    events: [],
    answer: null,
  }),
}

/**
 * Removes the files of all platforms that have been unused for a day. Files that a failed call left are removed by the
 * next.
 */
export async function removeUnused(services: FileServices): Promise<void> {
  await execute(services, systemCaller(), removeUnusedFilesOperation, {})
  const { store, files } = services
  for (;;) {
    const removed = await store.read(removedFiles({ limit: FILES_AT_ONCE }))
    if (removed.length === 0) return
    for (const { path } of removed) for (const name of namesOfFile(path)) await files.remove(name)
    await execute(services, systemCaller(), forgetFilesOperation, { ids: removed.map(({ id }) => id) })
  }
}

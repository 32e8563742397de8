// Removes objects that a continuous backup no longer needs.
import type { ObjectStorage } from '../../kernel/outbound/object-storage.ts'
import { parseName } from './names.ts'

/** Number of objects removed at once, because each request to remote storage takes a while. */
const REMOVED_AT_ONCE = 32

/** Deletes objects older than the newest snapshot from before `beforeMs`. */
export async function removeOldBackups(
  storage: ObjectStorage,
  beforeMs: number,
  signal: AbortSignal,
): Promise<void> {
  const objects = (await storage.list()).flatMap((name) => parseName(name) ?? [])
  const base = objects
    .filter(({ kind, timeMs }) => kind === 'snapshot' && timeMs < beforeMs)
    .toSorted((a, b) => b.timeMs - a.timeMs)[0]
  if (!base) return
  const old = objects.filter(({ run, epoch, timeMs, kind }) => {
    const isOlder = run === base.run ? epoch < base.epoch : timeMs < base.timeMs
    return isOlder || (kind === 'snapshot' && timeMs < base.timeMs)
  })
  for (let first = 0; first < old.length; first += REMOVED_AT_ONCE) {
    signal.throwIfAborted()
    const group = old.slice(first, first + REMOVED_AT_ONCE)
    await Promise.all(group.map(({ name }) => storage.remove(name)))
  }
}

// Versions: who has looked at one does not overwrite a newer one.
import type { SeenVersion, Versioned } from '../../lib/data/entity-tags.ts'
import { Refusal } from './errors.ts'

/** What a caller rests a change on; nothing where it is to apply to whatever there is. */
export type Seen = {
  /** The versions that the object may have; `any` where it only has to exist. */
  versions?: readonly SeenVersion[] | 'any'
  /** That there is no such object yet. */
  isAbsent?: boolean
}

/**
 * Refuses a change (`precondition_failed`) of an object that is not as the caller has seen it; `object` is undefined
 * where there is none yet.
 */
export function requireSeen(object: Versioned | undefined, { versions, isAbsent = false }: Seen = {}): void {
  if (isAbsent && object) throw new Refusal('precondition_failed')
  if (versions === undefined) return
  const isSeen = object !== undefined && (versions === 'any' || versions.some((seen) => isOf(object, seen)))
  if (!isSeen) throw new Refusal('precondition_failed')
}

const isOf = ({ id, version }: Versioned, seen: SeenVersion) =>
  seen.version === version && (seen.idEnd === undefined || id.endsWith(seen.idEnd))

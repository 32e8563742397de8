// Preconditions: a caller who knows one version of an object does not overwrite a newer one.
import type { ExpectedVersion, Versioned } from '../lib/data/entity-tags.ts'
import { Refusal } from './errors.ts'

/** The conditions of a change on its object (RFC 9110, section 13.1). Empty if it applies to any version. */
export type Precondition = {
  /** The versions the object may have, or `any` if it only has to exist. */
  versions?: readonly ExpectedVersion[] | 'any'
  /** Whether the object must not exist yet. */
  isAbsent?: boolean
}

/** Refuses (`precondition_failed`) an object that does not match. `object` is undefined if it does not exist. */
export function requirePrecondition(
  object: Versioned | undefined,
  { versions, isAbsent = false }: Precondition = {},
): void {
  if (isAbsent && object) throw new Refusal('precondition_failed')
  if (versions === undefined) return
  const isMatch =
    object !== undefined && (versions === 'any' || versions.some((expected) => matches(object, expected)))
  if (!isMatch) throw new Refusal('precondition_failed')
}

const matches = ({ id, version }: Versioned, expected: ExpectedVersion) =>
  expected.version === version && (expected.idEnd === undefined || id.endsWith(expected.idEnd))

// The event of a change: what it was before and is after, and the version that it makes.
import { changesBetween } from '../../lib/data/diff.ts'
import type { NewEvent } from '../../store/changes/operation.ts'
import type { ObjectKind } from '../../store/sql/tables.ts'

type Versioned = { id: string; version: number }
type Shown = Record<string, unknown>

// They follow from every change; the event has them as its own fields.
const FOLLOWING = ['id', 'version', 'createdAt', 'updatedAt']

const content = (shown: Shown): Shown =>
  Object.fromEntries(Object.entries(shown).filter(([key]) => !FOLLOWING.includes(key)))

export const createdEvent = (kind: ObjectKind, row: Versioned, shown: Shown): NewEvent => ({
  type: `${kind}.created`,
  objectKind: kind,
  objectId: row.id,
  version: row.version,
  changes: changesBetween({}, content(shown)),
})

/** `undefined` where nothing differs: then nothing is written either. */
export function updatedEvent(
  kind: ObjectKind,
  row: Versioned,
  before: Shown,
  after: Shown,
): NewEvent | undefined {
  const changes = changesBetween(content(before), content(after))
  if (changes.length === 0) return undefined
  return { type: `${kind}.updated`, objectKind: kind, objectId: row.id, version: row.version, changes }
}

export const deletedEvent = (kind: ObjectKind, row: Versioned, shown: Shown): NewEvent => ({
  type: `${kind}.deleted`,
  objectKind: kind,
  objectId: row.id,
  version: row.version + 1,
  changes: changesBetween(content(shown), {}),
})

/** What happened to an object without a change of what is shown of it: that a password was set, not which. */
export const notedEvent = (kind: ObjectKind, row: Versioned, what: string): NewEvent => ({
  type: `${kind}.${what}`,
  objectKind: kind,
  objectId: row.id,
  version: row.version,
  changes: [],
})

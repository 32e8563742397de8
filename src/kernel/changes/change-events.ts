// Change events: the values of an object before and after a change, and its new version.

import { changesBetween } from '../lib/data/diff.ts'
import type { NewEvent } from '../store/changes/operation.ts'
import type { ObjectKind } from '../store/tables.ts'

/** `talkId` is the talk that the object belongs to. */
type Versioned = { id: string; version: number; talkId?: string | null; externalId?: string | null }
type Shown = Record<string, unknown>

// Every change sets these attributes, which have fields of their own in the event.
const ENVELOPE = new Set(['id', 'version', 'createdAt', 'updatedAt'])

export const createdEvent = (kind: ObjectKind, row: Versioned, shown: Shown): NewEvent => ({
  type: `${kind}.created`,
  objectKind: kind,
  objectId: row.id,
  talkId: row.talkId ?? null,
  externalId: row.externalId ?? null,
  version: row.version,
  changes: changesBetween({}, shown, ENVELOPE),
})

/** The event of an update; undefined if nothing changed, in which case nothing must be written. */
export function updatedEvent(
  kind: ObjectKind,
  row: Versioned,
  before: Shown,
  after: Shown,
): NewEvent | undefined {
  const changes = changesBetween(before, after, ENVELOPE)
  if (changes.length === 0) return undefined
  return {
    type: `${kind}.updated`,
    objectKind: kind,
    objectId: row.id,
    talkId: row.talkId ?? null,
    externalId: row.externalId ?? null,
    version: row.version,
    changes,
  }
}

export const deletedEvent = (kind: ObjectKind, row: Versioned, shown: Shown): NewEvent => ({
  type: `${kind}.deleted`,
  objectKind: kind,
  objectId: row.id,
  talkId: row.talkId ?? null,
  externalId: row.externalId ?? null,
  version: row.version + 1,
  changes: changesBetween(shown, {}, ENVELOPE),
})

/** An event without values, such as a password change. */
export const actionEvent = (kind: ObjectKind, row: Versioned, action: string): NewEvent => ({
  type: `${kind}.${action}`,
  objectKind: kind,
  objectId: row.id,
  talkId: row.talkId ?? null,
  externalId: row.externalId ?? null,
  version: row.version,
  changes: [],
})

/** The event of an entry in a person's ledger, such as credits. The account itself does not change. */
export const ledgerEvent = (type: string, user: Versioned, entry: Shown): NewEvent => ({
  type,
  objectKind: 'user',
  objectId: user.id,
  externalId: user.externalId ?? null,
  version: user.version,
  changes: changesBetween({}, entry),
})

// The result of saving and deleting an object, and the input of a deletion.
import type { Deleted } from '../schema/problems.ts'
import type { Reference, UserReference } from '../store/changes/objects.ts'
import type { Precondition } from './preconditions.ts'

export type SavedObject = 'talk' | 'sponsor' | 'user' | 'survey'
export type Outcome = { isCreated: boolean; isChanged: boolean }
/** The outcome of a save or deletion, and its response. */
export type Saved<Response> = Outcome & {
  response: Response
  /** That of the object after the change, or before its deletion. Absent for objects that have none. */
  externalId?: string | null
  /** The attributes, as JSON Pointers, in which an import replaces what others have set. */
  edits?: readonly string[]
}

/** The message of a response to a save. */
export function messageOf(kind: SavedObject, { isCreated, isChanged }: Outcome): string {
  if (!isChanged) return `Nothing to change: the ${kind} already matches the request.`
  return `${titles[kind]} ${isCreated ? 'created' : 'updated'}.`
}

/** The result of a deletion. */
export const deleted = (
  kind: SavedObject,
  { id, externalId }: { id: string; externalId: string | null },
): Saved<Deleted> => ({
  isCreated: false,
  isChanged: true,
  externalId,
  response: { code: 'ok', message: `${titles[kind]} deleted.`, id },
})

const titles: Record<SavedObject, string> = {
  talk: 'Talk',
  sponsor: 'Sponsor',
  user: 'User',
  survey: 'Survey',
}

export type DeleteInput<R extends UserReference = Reference> = {
  reference: R
  precondition?: Precondition | undefined
  /** Deletes the object only if it still belongs to the import of this source. */
  source?: string | undefined
}

/** Whether an import of this source can delete the object; without a source, anyone can. */
export const belongsTo = (object: { source: string | null }, source: string | undefined): boolean =>
  source === undefined || object.source === source

// What saving and deleting an object returns, and what a deletion takes.
import type { Deleted } from '../../schema/problems.ts'
import type { Reference, UserReference } from '../../store/changes/objects.ts'
import type { Precondition } from './preconditions.ts'

/** What a save or deletion did, and its response. */
export type Saved<Response> = { isCreated: boolean; isChanged: boolean; response: Response }

/** The message of a response to a save. */
export function messageOf(
  kind: keyof typeof titles,
  { isCreated, isChanged }: { isCreated: boolean; isChanged: boolean },
): string {
  if (!isChanged) return `Nothing to change: the ${kind} already matches the request.`
  return `${titles[kind]} ${isCreated ? 'created' : 'updated'}.`
}

/** The result of a deletion. */
export const deleted = (kind: keyof typeof titles, { id }: { id: string }): Saved<Deleted> => ({
  isCreated: false,
  isChanged: true,
  response: { code: 'ok', message: `${titles[kind]} deleted.`, id },
})

const titles = { talk: 'Talk', sponsor: 'Sponsor', user: 'User', survey: 'Survey' }

export type DeleteInput<R extends UserReference = Reference> = {
  reference: R
  precondition?: Precondition | undefined
  /** Only if it still belongs to the import of this source. */
  source?: string | undefined
}

/** Whether an import of this source can delete the object; without a source, anyone can. */
export const belongsTo = (object: { source: string | null }, source: string | undefined): boolean =>
  source === undefined || object.source === source

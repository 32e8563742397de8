// Versions: who has looked at one does not overwrite a newer one.
import { Refusal } from './errors.ts'

/** What a caller rests a change on; nothing where it is to apply to whatever there is. */
export type Seen = { version?: number }

/** Refuses a change (`precondition_failed`) of an object that has changed since the version the caller has seen. */
export function requireSeen(object: { version: number }, { version }: Seen = {}): void {
  if (version !== undefined && version !== object.version) throw new Refusal('precondition_failed')
}

// The changes of an account in what a person downloads about themselves.

import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { EventRow } from '../../kernel/store/tables.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { allChanges } from './audit.ts'
import type { EventFilter } from './store.ts'

export const ownChangeData: PersonalData = async (services, caller) => {
  const { id: objectId } = caller.user
  const own: EventFilter = { actor: null, objectKind: 'user', action: null, objectId, from: null, to: null }
  const changes: ReturnType<typeof presentChange>[] = []
  for await (const events of allChanges(services, caller, own)) changes.push(...events.map(presentChange))
  return { changes }
}

/** Shows only the kind of other actors, because the rest is their data. */
const presentChange = ({ at, type, actorKind, actorId, objectId, changes }: EventRow) => ({
  at: formatInstant(at),
  type,
  by: actorId === objectId ? 'yourself' : actorKind,
  changes,
})

// The list of speakers in the Back Office.
import { filtersOf, ifSent } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { type OfficeQuery, readSorted } from '../../kernel/changes/sorted-lists.ts'
import { equals } from '../../kernel/store/sql/filters.ts'
import { userList } from '../people/lists.ts'
import { isIncomplete } from '../people/store.ts'
import { users } from '../people/tables.ts'
import { isSpeaker, talkCountsOf } from '../talks/talk-people-store.ts'

export type OfficeSpeakerQuery = OfficeQuery & {
  highlighted?: boolean | undefined
  /** Only people without a biography or picture. */
  isIncomplete?: boolean
}

/** Everyone who has the speaker role or speaks at a talk, with the number of their talks. */
export async function listOfficeSpeakers(services: Services, caller: Caller, query: OfficeSpeakerQuery) {
  const filters = filtersOf([
    isSpeaker,
    ifSent(query.highlighted, (is) => equals(users, 'highlighted', is)),
    query.isIncomplete ? isIncomplete : undefined,
  ])
  const list = await readSorted(services, caller, userList, query, filters)
  const counts = await services.store.read(talkCountsOf({ userIds: list.items.map((user) => user.id) }))
  return { ...list, items: list.items.map((user) => ({ user, talks: counts.get(user.id) ?? 0 })) }
}

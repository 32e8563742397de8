// The list of speakers in the Back Office.
import { filtersOf, ifSent } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { type OfficeQuery, readSorted } from '../../kernel/changes/sorted-lists.ts'
import { MAX_EDITED } from '../../kernel/limits.ts'
import { equals, type Filter } from '../../kernel/store/sql/filters.ts'
import { filtersOfUsers, userList } from '../people/lists.ts'
import type { InvitationState } from '../people/new-accounts/links-store.ts'
import { isIncomplete } from '../people/store.ts'
import { users } from '../people/tables.ts'
import { isSpeaker, talkCountsOf } from '../talks/talk-people-store.ts'

export type OfficeSpeakerQuery = OfficeQuery & {
  highlighted?: boolean | undefined
  /** Only people without a biography or picture. */
  isIncomplete?: boolean
  invitation?: InvitationState | undefined
}

export const filtersOfSpeakers = (services: Services, query: OfficeSpeakerQuery): Filter<'users'>[] =>
  filtersOf([
    isSpeaker,
    ifSent(query.highlighted, (is) => equals(users, 'highlighted', is)),
    query.isIncomplete ? isIncomplete : undefined,
    ...filtersOfUsers(services, { invitation: query.invitation, ids: query.ids }),
  ])

/** The number of speakers, counted up to `MAX_EDITED`. */
export const countOfficeSpeakers = (
  services: Services,
  { platform }: Caller,
  query: OfficeSpeakerQuery,
): Promise<number> =>
  services.store.read(
    userList.count(platform.id, { words: [], filters: filtersOfSpeakers(services, query), most: MAX_EDITED }),
  )

/** Everyone who has the speaker role or speaks at a talk, with the number of their talks. */
export async function listOfficeSpeakers(services: Services, caller: Caller, query: OfficeSpeakerQuery) {
  const list = await readSorted(services, caller, userList, query, filtersOfSpeakers(services, query))
  const counts = await services.store.read(talkCountsOf({ userIds: list.items.map((user) => user.id) }))
  return { ...list, items: list.items.map((user) => ({ user, talks: counts.get(user.id) ?? 0 })) }
}

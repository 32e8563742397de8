// The lists of accounts in the Back Office, and their search.

import { filtersOf, ifSent } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import {
  created,
  named,
  type OfficeQuery,
  readSorted,
  type Sorts,
  updated,
} from '../../kernel/changes/sorted-lists.ts'
import { bestMatches } from '../../kernel/lib/text/best-matches.ts'
import { searchWords } from '../../kernel/lib/text/search-keys.ts'
import type { Role } from '../../kernel/schema/roles.ts'
import { equals } from '../../kernel/store/sql/filters.ts'
import { sortedLists } from '../../kernel/store/sql/sorted-lists.ts'
import type { RegistrationStatus } from './schema.ts'
import { type UserRow, users, userTexts } from './tables.ts'
import { searchedPeople } from './user-texts-store.ts'

export const userList = {
  rows: sortedLists(users, ({ ids }, tools) => ids(tools, userTexts, ['name', 'account'])),
  searchedIn: searchedPeople,
  sorts: {
    default: 'name',
    ofSearch: 'name',
    byName: {
      name: named(users.derived.search_key),
      email: {
        columns: ['email_key'],
        shape: ['string', 'string'],
        positionOf: ({ emailKey, id }) => [emailKey, id],
      },
      created,
      updated,
    },
  } satisfies Sorts<'users', UserRow>,
}

export type OfficeUserQuery = OfficeQuery & {
  role?: Role | undefined
  status?: RegistrationStatus | undefined
}

export const listOfficeUsers = (services: Services, caller: Caller, query: OfficeUserQuery) =>
  readSorted(
    services,
    caller,
    userList,
    query,
    filtersOf([
      ifSent(query.role, (role) => equals(users, 'role', role)),
      ifSent(query.status, (status) => equals(users, 'registrationStatus', status)),
    ]),
  )

/** The review queue, oldest first. */
export const listRegistrations = (services: Services, caller: Caller, query: OfficeQuery) =>
  readSorted(services, caller, { ...userList, sorts: { ...userList.sorts, default: 'created' } }, query, [
    equals(users, 'registrationStatus', 'in_review'),
  ])

/** The accounts that match a name, e-mail, or username best. */
export async function findPeople(services: Services, caller: Caller, q: string): Promise<UserRow[]> {
  if (searchWords(q).length === 0) return []
  const { items } = await readSorted(services, caller, userList, { q }, [])
  return bestMatches(q, items, ({ firstName, lastName, email, username }) => [
    firstName,
    lastName,
    email,
    username,
  ])
}

// The lists of accounts in the Back Office, and their search.

import { filtersOf, ifSent } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import {
  created,
  named,
  type OfficeQuery,
  readChosen,
  readSorted,
  SEARCHED,
  type Sorts,
  updated,
} from '../../kernel/changes/sorted-lists.ts'
import { bestMatches } from '../../kernel/lib/text/best-matches.ts'
import { searchWords } from '../../kernel/lib/text/search-keys.ts'
import type { Role } from '../../kernel/schema/roles.ts'
import { equals, type Filter, isAmongIds } from '../../kernel/store/sql/filters.ts'
import { sortedLists } from '../../kernel/store/sql/sorted-lists.ts'
import { type InvitationState, inInvitationState, openInvitations } from './new-accounts/links-store.ts'
import type { RegistrationStatus } from './schema.ts'
import { type UserRow, users, userTexts } from './tables.ts'
import { searchedPeople } from './user-texts-store.ts'

export const userList = {
  ...sortedLists(users, ({ ids }, tools) => ids(tools, userTexts, ['name', 'account'])),
  searchedIn: searchedPeople,
  shown: ({ firstName, lastName, email, username }: UserRow) => [firstName, lastName, email, username],
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
  invitation?: InvitationState | undefined
}

const userIsAmong = isAmongIds('users')

/** The filters of a list of accounts. */
export const filtersOfUsers = ({ clock }: Services, query: OfficeUserQuery): Filter<'users'>[] =>
  filtersOf([
    ifSent(query.role, (role) => equals(users, 'role', role)),
    ifSent(query.status, (status) => equals(users, 'registrationStatus', status)),
    ifSent(query.invitation, (state) => inInvitationState(state, clock.now())),
    ifSent(query.ids, userIsAmong),
  ])

export const listOfficeUsers = (services: Services, caller: Caller, query: OfficeUserQuery) =>
  readSorted(services, caller, userList, query, filtersOfUsers(services, query))

/** The invitation of an account: whether it is set up, and when its open invitation was sent (epoch milliseconds). */
export type InvitationOfUser = { isActive: boolean; invitedAt: number | undefined }

/** Adds their invitations to listed accounts. */
export async function withInvitations<Row>(
  { store, clock }: Services,
  rows: readonly Row[],
  userOf: (row: Row) => UserRow,
): Promise<(Row & { invitation: InvitationOfUser })[]> {
  const userIds = rows.map((row) => userOf(row).id)
  const invited = await store.read(openInvitations({ userIds, now: clock.now() }))
  return rows.map((row) => {
    const { id, passwordMustChange } = userOf(row)
    return { ...row, invitation: { isActive: !passwordMustChange, invitedAt: invited.get(id) } }
  })
}

/** The accounts of a list, `limit` at most. */
export const chosenUsers = (
  services: Services,
  caller: Caller,
  { q, filters, limit }: { q: string | undefined; filters: readonly Filter<'users'>[]; limit: number },
): Promise<UserRow[]> => readChosen(services, caller, userList, { q, filters, limit })

/** The review queue, oldest first. */
export const listRegistrations = (services: Services, caller: Caller, query: OfficeQuery) =>
  readSorted(services, caller, { ...userList, sorts: { ...userList.sorts, default: 'created' } }, query, [
    equals(users, 'registrationStatus', 'in_review'),
  ])

/** The accounts that match a name, e-mail, or username best. */
export async function findPeople(services: Services, caller: Caller, q: string): Promise<UserRow[]> {
  if (searchWords(q).length === 0) return []
  const { items } = await readSorted(services, caller, userList, { q, ...SEARCHED }, [])
  return bestMatches(q, items, ({ firstName, lastName, email, username }) => [
    firstName,
    lastName,
    email,
    username,
  ])
}

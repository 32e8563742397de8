// Reading accounts: one account, and a filtered list.

import { Refusal } from '../../kernel/changes/errors.ts'
import { filtersOf, hasExternalId, ifSent, readPage } from '../../kernel/changes/pagination.ts'
import { requireUserReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import { equals } from '../../kernel/store/sql/filters.ts'
import { presentUser } from './present-user.ts'
import type { UserListQuery } from './schema.ts'
import { hasUserTag, userObjects } from './store.ts'
import { users } from './tables.ts'

export async function readUser({ store }: Services, { platform }: Caller, reference: string) {
  const found = requireUserReference(reference)
  const user = await store.read(userObjects.find({ platformId: platform.id, ...found }))
  if (!user) throw new Refusal('user_not_found')
  return presentUser(user)
}

export async function listUsers(services: Services, caller: Caller, query: UserListQuery) {
  const { rows, next } = await readPage(services, caller, userObjects, query, userFilters(query))
  return { code: 'ok' as const, items: rows.map(presentUser), next }
}

const userFilters = (query: UserListQuery) =>
  filtersOf([
    hasExternalId(users, query),
    ifSent(query.email, (email) => equals(users, 'emailKey', canonicalEmail(email))),
    ifSent(query.role, (role) => equals(users, 'role', role)),
    ifSent(query.registrationStatus, (status) => equals(users, 'registrationStatus', status)),
    ifSent(query.tag, hasUserTag),
  ])

// Reading accounts: one, and many.
import { canonicalEmail } from '../lib/email.ts'
import { parseInstant } from '../lib/times.ts'
import type { UserListQuery } from '../schema/user.ts'
import { changedSince, equals, type Filter, hasTag } from '../store/objects.ts'
import { userObjects } from '../store/users.ts'
import { Refusal } from './errors.ts'
import { pageOf, readCursor } from './lists.ts'
import { presentUser } from './present-user.ts'
import { requireReference } from './references.ts'
import type { Caller, Services } from './services.ts'

export async function readUser({ store }: Services, { platform }: Caller, reference: string) {
  const found = requireReference(reference, 'user', 'user_not_found')
  const user = await store.read(userObjects.find(platform.id, found))
  if (!user) throw new Refusal('user_not_found')
  return presentUser(user)
}

export async function listUsers({ store }: Services, { platform }: Caller, query: UserListQuery) {
  const { limit = 50, cursor } = query
  const [after = null] = readCursor(cursor, ['string']) ?? []
  const page = { after: after as string | null, limit: limit + 1 }
  const rows = await store.read(userObjects.list(platform.id, filtersOf(query), page))
  const { page: users, next } = pageOf(rows, limit, (user) => [user.id])
  return { code: 'ok' as const, items: users.map(presentUser), next }
}

function filtersOf(query: UserListQuery): Filter[] {
  const filters: Filter[] = []
  if (query.externalId !== undefined) filters.push(equals('externalId', 'external_id', query.externalId))
  if (query.email !== undefined) filters.push(equals('email', 'email_key', canonicalEmail(query.email)))
  if (query.role !== undefined) filters.push(equals('role', 'role', query.role))
  if (query.registrationStatus !== undefined) {
    filters.push(equals('registrationStatus', 'registration_status', query.registrationStatus))
  }
  if (query.tag !== undefined) filters.push(hasTag(query.tag))
  if (query.updatedSince !== undefined) filters.push(changedSince(parseInstant(query.updatedSince) ?? 0))
  return filters
}

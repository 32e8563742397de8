// An account as the API returns it, without its password hash.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { User } from './schema.ts'
import type { UserRow } from './tables.ts'

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  externalId: row.externalId,
  email: row.email,
  username: row.username,
  role: row.role,
  registrationStatus: row.registrationStatus,
  firstName: row.firstName,
  lastName: row.lastName,
  avatar: row.avatar,
  description: row.description,
  job: row.job,
  company: row.company,
  tags: row.tags,
  timezone: row.timezone,
  country: row.country,
  city: row.city,
  status: row.status,
  website: row.website,
  socials: row.socials,
  options: { highlight: row.highlighted },
  version: row.version,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

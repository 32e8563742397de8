// An account as the API returns it, without its password hash.
import { type User, userFields } from './schema.ts'
import type { UserRow } from './tables.ts'

export const presentUser = (row: UserRow): User => ({
  ...userFields.present(row),
  options: { highlight: row.highlighted },
})

// All migrations by name, in order. A shipped one is never edited.
import type { Migration } from 'kysely'
import type { Dialect } from '../statement.ts'
import { programme } from './0001-programme.ts'
import { sessions } from './0002-sessions.ts'

export const migrationsOf = (dialect: Dialect): Record<string, Migration> => ({
  '0001-programme': programme(dialect),
  '0002-sessions': sessions(dialect),
})

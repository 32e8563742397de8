// The value that tells whether a secret is the one that the store has been used with.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const table = `
create table secret_check (
  id INTEGER primary key check (id = 1),
  encrypted TEXT not null
) STRICT;
`

export const secretCheck = (dialect: Dialect): Migration =>
  migration(dialect, { up: statementsIn(table), down: ['drop table secret_check'] })

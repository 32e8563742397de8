// Leases: which process does a job that only one may do. Judged by the clock of the database.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table leases (
  name TEXT not null primary key,
  holder TEXT not null,
  token INTEGER not null,
  session INTEGER not null,
  expires_at INTEGER not null
) STRICT;
`

const DOWN = 'drop table leases;'

export const leases = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

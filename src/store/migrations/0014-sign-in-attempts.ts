// Attempts to sign in and to confirm passwords and codes, counted for all nodes.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table sign_in_attempts (
  id TEXT not null primary key,
  times TEXT not null,
  last_at INTEGER not null
) STRICT;
create index sign_in_attempts_last on sign_in_attempts (last_at);
`

const DOWN = 'drop table sign_in_attempts;'

export const signInAttempts = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

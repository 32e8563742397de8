// Durations of talks with fractions of a minute. SQLite cannot change the type of a column, so the column is replaced.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table talks add column minutes REAL not null default 60;
update talks set minutes = duration;
alter table talks drop column duration;
alter table talks rename column minutes to duration;
`

const DOWN = `
alter table talks add column minutes INTEGER not null default 60;
update talks set minutes = cast(round(duration) as INTEGER);
alter table talks drop column duration;
alter table talks rename column minutes to duration;
`

export const durations = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

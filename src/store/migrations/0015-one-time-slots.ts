// One-time slots: secrets that are shown once on the page after a form.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table one_time_slots (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  content TEXT not null,
  expires_at INTEGER not null
) STRICT;
create index one_time_slots_user on one_time_slots (user_id);
create index one_time_slots_expiry on one_time_slots (expires_at);
`

const DOWN = 'drop table one_time_slots;'

export const oneTimeSlots = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

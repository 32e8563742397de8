// The keys that sign tokens for video rooms, apart from the settings, which events record.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table room_keys (
  platform_id TEXT not null primary key references platforms (id) on delete cascade,
  secret TEXT not null
) STRICT;
`

const DOWN = 'drop table room_keys;'

export const roomKeys = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

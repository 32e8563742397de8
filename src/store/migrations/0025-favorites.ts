// The talks that people have starred, and the addresses of their calendars.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table favorites (
  user_id TEXT not null references users (id) on delete cascade,
  talk_id TEXT not null references talks (id) on delete cascade,
  platform_id TEXT not null,
  created_at INTEGER not null,
  primary key (user_id, talk_id)
) STRICT;
create index favorites_talk on favorites (talk_id);

create table calendar_links (
  user_id TEXT not null primary key references users (id) on delete cascade,
  platform_id TEXT not null,
  hash TEXT not null unique,
  created_at INTEGER not null
) STRICT;
`

const DOWN = `
drop table calendar_links;
drop table favorites;
`

export const favorites = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

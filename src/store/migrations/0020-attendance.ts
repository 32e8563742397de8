// Who watches which talk: attendance, and the people who agreed to be listed as viewers.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table attendances (
  id TEXT not null primary key,
  platform_id TEXT not null,
  talk_id TEXT not null references talks (id) on delete cascade,
  viewer TEXT not null,
  user_id TEXT references users (id) on delete cascade,
  seen_at INTEGER not null,
  intervals TEXT not null,
  live_ms INTEGER not null,
  replay_ms INTEGER not null,
  credited_ms INTEGER not null,
  completed_at INTEGER,
  updated_at INTEGER not null,
  unique (talk_id, viewer)
) STRICT;
create index attendances_seen on attendances (talk_id, seen_at);
create index attendances_user on attendances (user_id, seen_at);
create index attendances_list on attendances (platform_id, id);
create index attendances_updated on attendances (platform_id, updated_at);
create index attendances_open on attendances (talk_id)
  where completed_at is null and user_id is not null and live_ms + replay_ms > 0;

create table listed_viewers (
  user_id TEXT not null primary key references users (id) on delete cascade,
  agreed_at INTEGER not null
) STRICT;
`

const DOWN = `
drop table listed_viewers;
drop table attendances;
`

export const attendance = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

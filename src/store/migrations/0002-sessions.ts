// Sessions, one-time links, two-factor authentication, and host names of platforms.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table users add column totp_secret TEXT;

create table sessions (
  id TEXT primary key,
  hash TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  address TEXT not null,
  agent TEXT not null,
  created_at INTEGER not null,
  seen_at INTEGER not null
) STRICT;
create index sessions_user on sessions (user_id, seen_at);

create table one_time_links (
  id TEXT primary key,
  hash TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT references users (id) on delete cascade,
  purpose TEXT not null,
  created_at INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create index one_time_links_user on one_time_links (user_id);

create table platform_hosts (
  host TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade
) STRICT;
create index platform_hosts_platform on platform_hosts (platform_id);
`

const DOWN = `
drop table platform_hosts;
drop table one_time_links;
drop table sessions;
alter table users drop column totp_secret;
`

export const sessions = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

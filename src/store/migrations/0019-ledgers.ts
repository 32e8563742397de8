// The ledgers of points and credits, and the price of single talks.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

// Ledgers only grow, and keep the entries of deleted talks. Two transactions that add an entry to the credits of one
// person choose the same number, so that one of them is repeated and reads the new balance.
const UP = `
create table points (
  id TEXT not null primary key,
  platform_id TEXT not null,
  user_id TEXT not null references users (id) on delete cascade,
  kind TEXT not null,
  reason TEXT not null,
  object_id TEXT not null,
  talk_id TEXT,
  points INTEGER not null,
  created_at INTEGER not null,
  unique (user_id, kind, object_id, reason)
) STRICT;

create table point_totals (
  user_id TEXT not null primary key references users (id) on delete cascade,
  platform_id TEXT not null,
  points INTEGER not null,
  is_listed INTEGER not null default 1
) STRICT;
create index point_totals_rank on point_totals (platform_id, points desc, user_id) where is_listed = 1;

create table credits (
  id TEXT not null primary key,
  platform_id TEXT not null,
  user_id TEXT not null references users (id) on delete cascade,
  seq INTEGER not null,
  kind TEXT not null,
  amount INTEGER not null,
  balance INTEGER not null check (balance >= 0),
  talk_id TEXT,
  mode TEXT,
  note TEXT,
  created_at INTEGER not null,
  unique (user_id, seq)
) STRICT;
create unique index credits_talk on credits (talk_id, user_id, mode, kind) where talk_id is not null;

alter table live_talks add column credits INTEGER;
`

const DOWN = `
alter table live_talks drop column credits;
drop table credits;
drop table point_totals;
drop table points;
`

export const ledgers = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

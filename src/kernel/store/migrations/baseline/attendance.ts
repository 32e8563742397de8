// Viewers of talks, points, credits, and the keys of rooms.

// Ledgers are append-only and keep the entries of deleted talks. Two transactions that add a credit entry for one
// person choose the same number, so that one is repeated and reads the new balance.
export const attendance = `
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

create table room_keys (
  platform_id TEXT not null primary key references platforms (id) on delete cascade,
  secret TEXT not null
) STRICT;
`

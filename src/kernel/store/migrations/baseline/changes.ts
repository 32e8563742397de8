// Events, idempotency records, and the positions of readers of the events.

export const changes = `
create table events (
  seq SEQUENCE,
  id TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  at INTEGER not null,
  actor_kind TEXT not null,
  actor_id TEXT,
  request_id TEXT,
  type TEXT not null,
  object_kind TEXT not null,
  object_id TEXT not null,
  talk_id TEXT,
  version INTEGER not null,
  changes TEXT not null
) STRICT;
create index events_platform on events (platform_id, seq);
create index events_object on events (object_id, seq);
create index events_request on events (request_id);

create table idempotency_records (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  body_hash TEXT not null,
  request_id TEXT not null,
  content TEXT not null,
  created_at INTEGER not null
) STRICT;
create index idempotency_records_age on idempotency_records (created_at);

create table feed_positions (
  reader TEXT not null primary key,
  position INTEGER not null
) STRICT;
insert into feed_positions (reader, position) values ('talk_changes', 0);
`

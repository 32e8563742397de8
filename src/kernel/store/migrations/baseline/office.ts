// The request log and its counts.

// There are no foreign keys to platforms or keys: rows expire on their own, and an insert must never fail.
export const office = `
create table request_log (
  seq SEQUENCE,
  id TEXT not null unique,
  platform_id TEXT not null,
  key_id TEXT not null,
  at INTEGER not null,
  operation TEXT not null,
  method TEXT not null,
  path TEXT not null,
  status INTEGER not null,
  duration_us INTEGER not null,
  error_code TEXT,
  problems TEXT not null,
  body TEXT,
  response TEXT
) STRICT;
create index request_log_platform on request_log (platform_id, seq);

create table request_counts (
  platform_id TEXT not null,
  hour INTEGER not null,
  key_id TEXT not null,
  requests INTEGER not null,
  refused INTEGER not null,
  failed INTEGER not null,
  unlogged INTEGER not null,
  primary key (platform_id, hour, key_id)
) STRICT;
`

// Webhooks, their deliveries, attempts, and redeliveries.

// Deliveries are in the order of their events. Partial indexes on pending deliveries stay as short as the queue.
export const webhooks = `
create table webhooks (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  url TEXT not null,
  description TEXT,
  types TEXT not null,
  enabled INTEGER not null,
  disabled_reason TEXT,
  secret TEXT not null,
  previous_secret TEXT,
  previous_expires_at INTEGER,
  position INTEGER not null,
  failing_since INTEGER,
  version INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
) STRICT;
create index webhooks_platform on webhooks (platform_id, id);

create table webhook_deliveries (
  id TEXT not null unique,
  platform_id TEXT not null,
  webhook_id TEXT not null references webhooks (id) on delete cascade,
  event_seq INTEGER not null,
  event_id TEXT not null,
  type TEXT not null,
  object_id TEXT not null,
  body TEXT not null,
  state TEXT not null,
  attempts INTEGER not null,
  queued_at INTEGER not null,
  next_attempt_at INTEGER not null,
  last_attempt_at INTEGER,
  last_status INTEGER,
  last_error TEXT,
  primary key (webhook_id, event_seq)
) STRICT;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, event_seq) where state = 'pending';
create index webhook_deliveries_object on webhook_deliveries (webhook_id, object_id, event_seq) where state = 'pending';
create index webhook_deliveries_open on webhook_deliveries (webhook_id, state) where state <> 'delivered';
create index webhook_deliveries_queued on webhook_deliveries (queued_at);

create table webhook_attempts (
  id TEXT not null unique,
  webhook_id TEXT not null references webhooks (id) on delete cascade,
  delivery_id TEXT not null,
  at INTEGER not null,
  url TEXT not null,
  duration_ms INTEGER not null,
  status INTEGER,
  error TEXT,
  answer TEXT
) STRICT;
create index webhook_attempts_delivery on webhook_attempts (delivery_id, at);
create index webhook_attempts_webhook on webhook_attempts (webhook_id, at);
create index webhook_attempts_at on webhook_attempts (at);

create table webhook_redeliveries (
  id TEXT not null primary key,
  platform_id TEXT not null,
  webhook_id TEXT not null references webhooks (id) on delete cascade,
  from_at INTEGER not null,
  to_at INTEGER not null,
  position INTEGER not null,
  last_seq INTEGER not null,
  created_at INTEGER not null
) STRICT;
create index webhook_redeliveries_webhook on webhook_redeliveries (webhook_id);
`

// Redeliveries of time spans to webhooks, and their progress.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
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

const DOWN = 'drop table webhook_redeliveries;'

export const redeliveries = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

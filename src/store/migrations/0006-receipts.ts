// Receipts of requests with an idempotency key.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table receipts (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  body_hash TEXT not null,
  request_id TEXT not null,
  content TEXT not null,
  created_at INTEGER not null
) STRICT;
create index receipts_age on receipts (created_at);
`

const DOWN = `
drop table receipts;
`

export const receipts = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

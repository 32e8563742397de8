// The keys with which encoders push streams to talks.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const table = `
create table stream_keys (
  talk_id TEXT not null primary key references talks (id) on delete cascade,
  platform_id TEXT not null references platforms (id) on delete cascade,
  hash TEXT not null,
  created_at INTEGER not null
) STRICT;
create index stream_keys_platform on stream_keys (platform_id);
`

export const streamKeys = (dialect: Dialect): Migration =>
  migration(dialect, { up: statementsIn(table), down: ['drop table stream_keys'] })

// Recordings of talks that the server makes.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

// A recording has no foreign key to its talk, because a deleted talk can be restored.
const changes = `
alter table talks add column recorded_at INTEGER;
create index talks_recorded on talks (platform_id, end_at) where recorded_at is not null;
create table recordings (
  talk_id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  duration_ms INTEGER not null,
  bytes INTEGER not null,
  is_finished INTEGER not null,
  is_removed INTEGER not null
) STRICT;
create index recordings_platform on recordings (platform_id);
create index recordings_open on recordings (talk_id) where is_finished = 0;
create index recordings_removed on recordings (talk_id) where is_removed = 1;
create table recording_parts (
  talk_id TEXT not null references recordings (talk_id) on delete cascade,
  sequence INTEGER not null,
  run INTEGER not null,
  duration_ms INTEGER not null,
  primary key (talk_id, sequence)
) STRICT;
`

export const recordings = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: statementsIn(changes),
    down: [
      'drop table recording_parts',
      'drop table recordings',
      'drop index talks_recorded',
      'alter table talks drop column recorded_at',
    ],
  })

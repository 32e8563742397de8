// The captions of recordings, and the place where an account stopped in one.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const changes = `
alter table attendances add column watched_to INTEGER;
create table captions (
  talk_id TEXT not null references talks (id) on delete cascade,
  platform_id TEXT not null references platforms (id) on delete cascade,
  language TEXT not null,
  content TEXT not null,
  saved_at INTEGER not null,
  primary key (talk_id, language)
) STRICT;
create index captions_platform on captions (platform_id);
`

export const replays = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: statementsIn(changes),
    down: ['drop table captions', 'alter table attendances drop column watched_to'],
  })

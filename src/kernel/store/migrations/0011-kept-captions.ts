// The captions of deleted talks, which come back when their talk is restored.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const changes = `
create table kept_captions (
  object_id TEXT not null references deleted_objects (id) on delete cascade,
  language TEXT not null,
  content TEXT not null,
  saved_at INTEGER not null,
  primary key (object_id, language)
) STRICT;
`

export const keptCaptions = (dialect: Dialect): Migration =>
  migration(dialect, { up: statementsIn(changes), down: ['drop table kept_captions'] })

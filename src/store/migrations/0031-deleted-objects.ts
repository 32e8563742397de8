// Deleted talks and sponsors, which can be restored, with their people and favorites.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table deleted_objects (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  kind TEXT not null,
  name TEXT not null,
  external_id TEXT,
  content TEXT not null,
  files TEXT not null,
  deleted_at INTEGER not null,
  actor_kind TEXT not null,
  actor_id TEXT
) STRICT;
create index deleted_objects_listed on deleted_objects (platform_id, deleted_at, id);
create index deleted_objects_expired on deleted_objects (deleted_at);

create table deleted_object_people (
  object_id TEXT not null references deleted_objects (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  kind TEXT not null,
  position INTEGER not null,
  primary key (object_id, kind, user_id)
) STRICT;
create index deleted_object_people_user on deleted_object_people (user_id);
`

const DOWN = `
drop table deleted_object_people;
drop table deleted_objects;
`

export const deletedObjects = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

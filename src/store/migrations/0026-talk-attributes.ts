// Where a talk takes place, its language, whether it is a break, and whether the public sees it.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table talks add column kind TEXT not null default 'talk';
alter table talks add column state TEXT not null default 'published';
alter table talks add column room TEXT;
alter table talks add column language TEXT;
create index talks_room on talks (platform_id, room, start_at, end_at, id) where room is not null;
create index talks_language on talks (platform_id, language, start_at, id) where language is not null;
create index talks_breaks on talks (platform_id, kind, start_at, id) where kind <> 'talk';
create index talks_unpublished on talks (platform_id, state, start_at, id) where state <> 'published';
`

const DOWN = `
drop index talks_unpublished;
drop index talks_breaks;
drop index talks_language;
drop index talks_room;
alter table talks drop column language;
alter table talks drop column room;
alter table talks drop column state;
alter table talks drop column kind;
`

export const talkAttributes = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

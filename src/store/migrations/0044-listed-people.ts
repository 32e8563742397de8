// People who are or were attached to a talk or sponsor, so that speakers are found without reading every attendee.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

// Without statistics, SQLite uses the last one of several indexes that fit, so the smallest ones come last.
const UP = `
alter table users add column attached INTEGER not null default 0;
update users set attached = 1 where id in (
  select user_id from talk_people union select user_id from sponsor_people
  union select user_id from deleted_object_people where kind <> 'favorite'
);
create index users_listed on users (platform_id, search_key, id) where role = 'speaker' or attached = 1;
create index users_incomplete on users (platform_id, search_key, id)
where (role = 'speaker' or attached = 1) and (avatar is null or coalesce(description, '') = '');
drop index users_pictured;
create index users_pictured on users (platform_id, search_key, id)
where (role = 'speaker' or attached = 1) and avatar is not null;
drop index users_highlighted;
create index users_highlighted on users (platform_id, search_key, id)
where (role = 'speaker' or attached = 1) and highlighted = 1;
`

const DOWN = `
drop index users_highlighted;
create index users_highlighted on users (platform_id, search_key, id) where highlighted = 1;
drop index users_pictured;
create index users_pictured on users (platform_id, search_key, id) where avatar is not null;
drop index users_incomplete;
drop index users_listed;
alter table users drop column attached;
`

export const listedPeople = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

// Keys to search and sort by in the Back Office. Existing rows get one without transliteration until their next write.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table talks add column search_key TEXT not null default '';
update talks set search_key = lower(title || coalesce(' ' || track, '') || coalesce(' ' || external_id, ''));
create index talks_search on talks (platform_id, search_key, id);
create index talks_marked on talks (platform_id, start_at, id) where featured = 1 or recommended = 1 or keynote = 1;
create index talks_unusual on talks (platform_id, type, start_at, id) where type <> 'embedded';

alter table sponsors add column search_key TEXT not null default '';
update sponsors set search_key = lower(name || coalesce(' ' || external_id, ''));
create index sponsors_search on sponsors (platform_id, search_key, id);

alter table users add column search_key TEXT not null default '';
update users set search_key = lower(coalesce(last_name || ' ', '') || coalesce(first_name || ' ', '') || email || ' ' || username || coalesce(' ' || external_id, ''));
create index users_search on users (platform_id, search_key, id);
create index users_role_name on users (platform_id, role, search_key, id);
create index users_status on users (platform_id, registration_status, id);
create index users_status_name on users (platform_id, registration_status, search_key, id);
`

const DOWN = `
drop index users_status_name;
drop index users_status;
drop index users_role_name;
drop index users_search;
alter table users drop column search_key;
drop index sponsors_search;
alter table sponsors drop column search_key;
drop index talks_unusual;
drop index talks_marked;
drop index talks_search;
alter table talks drop column search_key;
`

export const searchKeys = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

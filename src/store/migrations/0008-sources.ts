// The imported programme that an object belongs to. Only that programme may remove it.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table talks add column source TEXT;
alter table sponsors add column source TEXT;
alter table users add column source TEXT;
create index talks_source on talks (platform_id, source) where source is not null;
create index sponsors_source on sponsors (platform_id, source) where source is not null;
create index users_source on users (platform_id, source) where source is not null;
`

const DOWN = `
drop index talks_source;
drop index sponsors_source;
drop index users_source;
alter table talks drop column source;
alter table sponsors drop column source;
alter table users drop column source;
`

export const sources = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

// Which accounts are announced as speakers before they have a part in a talk.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

// Accounts that were made while a talk or a sponsor was written came as somebody of its lists, perhaps as a moderator.
const UP = `
alter table users add column announced INTEGER not null default 0;
update users set announced = 1 where role = 'speaker' and id in (
  select object_id from events where type = 'user.created' and request_id is not null and request_id not in (
    select request_id from events where object_kind in ('talk', 'sponsor') and request_id is not null));
`

const DOWN = `
alter table users drop column announced;
`

export const announced = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

// Accounts that are listed as speakers before they have a talk.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

// Accounts that were created together with a talk or sponsor may be moderators, so they are not listed.
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

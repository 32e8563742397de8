// Mailings that get their talks in several steps, and indexes for the stars and sign-ups that the dashboard counts.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table mailings add column prepared_to TEXT;
create unique index mailings_preparing on mailings (platform_id) where prepared_to is not null;
create index favorites_platform on favorites (platform_id, talk_id);
create index users_signed_up on users (platform_id, created_at) where role = 'attendee';
`

const DOWN = `
drop index users_signed_up;
drop index favorites_platform;
drop index mailings_preparing;
alter table mailings drop column prepared_to;
`

export const preparedMailings = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

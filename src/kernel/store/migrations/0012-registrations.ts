// The answers of people to the questions of the registration, and the waiting list of an event that is full.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const changes = `
alter table users add column answers TEXT not null default '{}';
alter table users add column waitlisted INTEGER not null default 0;
create index users_places on users (platform_id, registration_status) where role = 'attendee';
create index users_waitlisted on users (platform_id, id) where waitlisted = 1;
`

export const registrations = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: statementsIn(changes),
    down: [
      'drop index users_waitlisted',
      'drop index users_places',
      'alter table users drop column waitlisted',
      'alter table users drop column answers',
    ],
  })

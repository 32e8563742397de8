// What moderators and the audience have done on the stages of video rooms.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const tables = `
create table room_stages (
  talk_id TEXT not null primary key references talks (id) on delete cascade,
  locked_for TEXT not null,
  ends INTEGER not null
) STRICT;

create table stage_people (
  talk_id TEXT not null references talks (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  hand_at INTEGER,
  is_invited INTEGER not null,
  is_muted INTEGER not null,
  is_removed INTEGER not null,
  primary key (talk_id, user_id)
) STRICT;
create index stage_people_user on stage_people (user_id);
`

export const stagePeople = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: statementsIn(tables),
    down: ['drop table stage_people', 'drop table room_stages'],
  })

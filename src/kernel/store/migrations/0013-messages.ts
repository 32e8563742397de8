// Talk changes that are not announced by e-mail, and the times of messages that are sent later.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration, statementsIn } from './migration.ts'

const changes = `
alter table mailings add column send_at INTEGER;
create table unannounced_versions (
  talk_id TEXT not null references talks (id) on delete cascade,
  version INTEGER not null,
  changed_at INTEGER not null,
  primary key (talk_id, version)
) STRICT;
create index unannounced_versions_changed on unannounced_versions (changed_at);
`

export const messages = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: statementsIn(changes),
    down: ['drop table unannounced_versions', 'alter table mailings drop column send_at'],
  })

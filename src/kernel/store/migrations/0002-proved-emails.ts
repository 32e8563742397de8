// Sign-ups that wait for a proof of their e-mail, whether an account has proved its e-mail, and limits on e-mails.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { emails } from './baseline/emails.ts'
import { migration, statementsIn } from './migration.ts'

const tables = `
create table sign_ups (
  id TEXT not null primary key,
  hash TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  email TEXT not null,
  email_key TEXT not null,
  language TEXT,
  created_at INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create index sign_ups_email on sign_ups (platform_id, email_key);
create index sign_ups_listed on sign_ups (platform_id, id);
create index sign_ups_expiry on sign_ups (expires_at);

create table daily_counts (
  id TEXT not null primary key,
  count INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create index daily_counts_expiry on daily_counts (expires_at);

alter table users add column email_proved_at INTEGER;
`

const queue = statementsIn(emails).filter((statement) =>
  /create (unique )?index emails_|table emails /.test(statement),
)

/** SQLite cannot change a column, so the table is copied with the new definition. */
const copyQueue = (definition: string): string[] => [
  'alter table emails rename to emails_before',
  ...queue.filter((statement) => statement.includes('index')).map(dropIndex),
  ...queue.map((statement) => statement.replace(/user_id TEXT( not null)?/, definition)),
  'insert into emails select * from emails_before where user_id is not null',
  'drop table emails_before',
]
const dropIndex = (statement: string) => `drop index ${/index (\w+)/.exec(statement)?.[1]}`

/** An e-mail to somebody who has no account yet has no `user_id`. */
const allowNoUser = (dialect: Dialect): string[] =>
  dialect === 'sqlite' ? copyQueue('user_id TEXT') : ['alter table emails alter column user_id drop not null']
const requireUser = (dialect: Dialect): string[] =>
  dialect === 'sqlite'
    ? copyQueue('user_id TEXT not null')
    : ['delete from emails where user_id is null', 'alter table emails alter column user_id set not null']

export const provedEmails = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: [...statementsIn(tables), ...allowNoUser(dialect)],
    down: [
      ...requireUser(dialect),
      'alter table users drop column email_proved_at',
      'drop table daily_counts',
      'drop table sign_ups',
    ],
  })

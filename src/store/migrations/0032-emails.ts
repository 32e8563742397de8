// The queue of e-mails. A secret, such as a link, is encrypted, and removed once it is sent or has expired.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table emails (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  kind TEXT not null,
  recipient TEXT not null,
  data TEXT not null,
  secret TEXT,
  state TEXT not null,
  attempts INTEGER not null,
  queued_at INTEGER not null,
  next_attempt_at INTEGER not null,
  expires_at INTEGER not null,
  sent_at INTEGER,
  last_error TEXT
) STRICT;
create index emails_due on emails (next_attempt_at) where state = 'waiting';
create index emails_secret on emails (expires_at) where secret is not null;
create index emails_listed on emails (platform_id, id);
create index emails_user on emails (user_id);
create index emails_queued on emails (queued_at);
`

const DOWN = 'drop table emails;'

export const emails = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

// E-mails to many people: mailings, the changes of talks that they announce, and who wants them.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table mailings (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  kind TEXT not null,
  data TEXT not null,
  start_at INTEGER,
  audience TEXT,
  talk_id TEXT,
  sender_id TEXT,
  queued_to TEXT not null,
  is_queued INTEGER not null,
  created_at INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create unique index mailings_reminder on mailings (platform_id, start_at) where kind = 'talk_reminder';
create index mailings_open on mailings (id) where is_queued = 0;
create index mailings_created on mailings (created_at);
create index mailings_messages on mailings (platform_id, id) where kind = 'message';
create table mailing_talks (
  mailing_id TEXT not null references mailings (id) on delete cascade,
  talk_id TEXT not null,
  title TEXT not null,
  timezone TEXT,
  before TEXT not null,
  after TEXT not null,
  primary key (mailing_id, talk_id)
) STRICT;
create table talk_announcements (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  before TEXT not null,
  noted_at INTEGER not null,
  changed_at INTEGER not null,
  is_held INTEGER not null
) STRICT;
create index talk_announcements_platform on talk_announcements (platform_id, id) where is_held = 0;
create table email_choices (
  user_id TEXT not null references users (id) on delete cascade,
  platform_id TEXT not null,
  kind TEXT not null,
  is_wanted INTEGER not null,
  primary key (user_id, kind)
) STRICT;
create table feed_positions (
  reader TEXT not null primary key,
  position INTEGER not null
) STRICT;
insert into feed_positions (reader, position) select 'talk_changes', coalesce(max(seq), 0) from events;
alter table emails add column mailing_id TEXT;
create unique index emails_mailing on emails (mailing_id, user_id) where mailing_id is not null;
drop index emails_due;
create index emails_due on emails (next_attempt_at) where state = 'waiting' and mailing_id is null;
create index emails_due_of_mailings on emails (next_attempt_at) where state = 'waiting' and mailing_id is not null;
`

const DOWN = `
drop index emails_due_of_mailings;
drop index emails_due;
create index emails_due on emails (next_attempt_at) where state = 'waiting';
drop index emails_mailing;
alter table emails drop column mailing_id;
drop table feed_positions;
drop table email_choices;
drop table talk_announcements;
drop table mailing_talks;
drop table mailings;
`

export const mailings = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

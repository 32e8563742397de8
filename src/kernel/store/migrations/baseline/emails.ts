// The queue of e-mails, mailings, and people's choices of e-mails.

export const emails = `
create table emails (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  mailing_id TEXT,
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
create index emails_secret on emails (expires_at) where secret is not null;
create index emails_listed on emails (platform_id, id);
create index emails_user on emails (user_id);
create index emails_queued on emails (queued_at);
create unique index emails_mailing on emails (mailing_id, user_id) where mailing_id is not null;
create index emails_due on emails (next_attempt_at) where state = 'waiting' and mailing_id is null;
create index emails_due_of_mailings on emails (next_attempt_at) where state = 'waiting' and mailing_id is not null;

create table email_choices (
  user_id TEXT not null references users (id) on delete cascade,
  platform_id TEXT not null,
  kind TEXT not null,
  is_wanted INTEGER not null,
  primary key (user_id, kind)
) STRICT;

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
  prepared_to TEXT,
  created_at INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create unique index mailings_reminder on mailings (platform_id, start_at) where kind = 'talk_reminder';
create index mailings_open on mailings (id) where is_queued = 0;
create index mailings_created on mailings (created_at);
create index mailings_messages on mailings (platform_id, id) where kind = 'message';
create unique index mailings_preparing on mailings (platform_id) where prepared_to is not null;

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
`

// The first schema: platforms, keys, accounts, talks, sponsors, tags and events.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create table installation (
  id INTEGER primary key check (id = 1),
  secret TEXT not null
) STRICT;

create table platforms (
  id TEXT primary key,
  slug TEXT not null unique,
  name TEXT not null,
  settings TEXT not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
) STRICT;

create table api_keys (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  name TEXT not null,
  level TEXT not null,
  hash TEXT not null unique,
  last4 TEXT not null,
  previous_hash TEXT unique,
  previous_expires_at INTEGER,
  allowed_addresses TEXT not null,
  created_at INTEGER not null,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER,
  exposed_at INTEGER
) STRICT;
create index api_keys_platform on api_keys (platform_id, id);

create table users (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  email TEXT not null,
  email_key TEXT not null,
  username TEXT not null,
  username_key TEXT not null,
  role TEXT not null,
  registration_status TEXT not null,
  first_name TEXT,
  last_name TEXT,
  avatar TEXT,
  description TEXT,
  job TEXT,
  company TEXT,
  tags TEXT not null,
  timezone TEXT,
  country TEXT,
  city TEXT,
  status TEXT,
  website TEXT,
  socials TEXT not null,
  highlighted INTEGER not null,
  password_hash TEXT not null,
  password_must_change INTEGER not null,
  password_expires_at INTEGER,
  version INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  unique (platform_id, email_key),
  unique (platform_id, username_key),
  unique (platform_id, external_id)
) STRICT;
create index users_platform on users (platform_id, id);
create index users_updated on users (platform_id, updated_at, id);
create index users_role on users (platform_id, role, id);

create table talks (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  title TEXT not null,
  description TEXT not null,
  start_at INTEGER not null,
  end_at INTEGER not null,
  timezone TEXT,
  duration INTEGER not null,
  type TEXT not null,
  video TEXT,
  image TEXT,
  links TEXT not null,
  track TEXT,
  tags TEXT not null,
  hidden_tags TEXT not null,
  featured INTEGER not null,
  recommended INTEGER not null,
  keynote INTEGER not null,
  available INTEGER not null,
  features TEXT not null,
  version INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  unique (platform_id, external_id)
) STRICT;
create index talks_platform on talks (platform_id, id);
create index talks_updated on talks (platform_id, updated_at, id);
create index talks_start on talks (platform_id, start_at, id);
create index talks_end on talks (platform_id, end_at);

create table talk_people (
  talk_id TEXT not null references talks (id) on delete cascade,
  kind TEXT not null,
  position INTEGER not null,
  user_id TEXT not null references users (id) on delete cascade,
  primary key (talk_id, kind, position),
  unique (talk_id, kind, user_id)
) STRICT;
create index talk_people_user on talk_people (user_id, talk_id);

create table sponsors (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  name TEXT not null,
  logo TEXT not null,
  level INTEGER not null,
  has_page INTEGER not null,
  page_content TEXT,
  website TEXT,
  icon TEXT,
  color TEXT,
  options TEXT not null,
  version INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  unique (platform_id, external_id)
) STRICT;
create index sponsors_platform on sponsors (platform_id, id);
create index sponsors_updated on sponsors (platform_id, updated_at, id);

create table sponsor_people (
  sponsor_id TEXT not null references sponsors (id) on delete cascade,
  position INTEGER not null,
  user_id TEXT not null references users (id) on delete cascade,
  primary key (sponsor_id, position),
  unique (sponsor_id, user_id)
) STRICT;
create index sponsor_people_user on sponsor_people (user_id, sponsor_id);

create table tags (
  platform_id TEXT not null references platforms (id) on delete cascade,
  name TEXT not null,
  primary key (platform_id, name)
) STRICT;

create table events (
  seq SEQUENCE,
  id TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  at INTEGER not null,
  actor_kind TEXT not null,
  actor_id TEXT,
  request_id TEXT,
  type TEXT not null,
  object_kind TEXT not null,
  object_id TEXT not null,
  version INTEGER not null,
  changes TEXT not null
) STRICT;
create index events_platform on events (platform_id, seq);
create index events_object on events (object_id, seq);
`

const DOWN = `
drop table events;
drop table tags;
drop table sponsor_people;
drop table sponsors;
drop table talk_people;
drop table talks;
drop table users;
drop table api_keys;
drop table platforms;
drop table installation;
`

export const programme = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

// Accounts.

// If several indexes fit and there are no statistics, SQLite uses the last one, so the smallest indexes come last.
export const people = `
create table users (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  source TEXT,
  email TEXT not null,
  email_key TEXT not null,
  username TEXT not null,
  username_key TEXT not null,
  search_key TEXT not null,
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
  language TEXT,
  country TEXT,
  city TEXT,
  status TEXT,
  website TEXT,
  socials TEXT not null,
  highlighted INTEGER not null,
  announced INTEGER not null,
  attached INTEGER not null,
  password_hash TEXT not null,
  password_must_change INTEGER not null,
  password_expires_at INTEGER,
  totp_secret TEXT,
  totp_used_at INTEGER,
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
create index users_search on users (platform_id, search_key, id);
create index users_role_name on users (platform_id, role, search_key, id);
create index users_status on users (platform_id, registration_status, id);
create index users_status_name on users (platform_id, registration_status, search_key, id);
create index users_source on users (platform_id, source) where source is not null;
create index users_by_avatar on users (avatar) where avatar >= '/files/' and avatar < '/files0';
create index users_signed_up on users (platform_id, created_at) where role = 'attendee';
create index users_listed on users (platform_id, search_key, id) where role = 'speaker' or attached = 1;
create index users_incomplete on users (platform_id, search_key, id)
where (role = 'speaker' or attached = 1) and (avatar is null or coalesce(description, '') = '');
create index users_pictured on users (platform_id, search_key, id)
where (role = 'speaker' or attached = 1) and avatar is not null;
create index users_highlighted on users (platform_id, search_key, id)
where (role = 'speaker' or attached = 1) and highlighted = 1;
`

// API keys, sessions, one-time links, sign-in attempts, passkeys, and accounts at OpenID providers.

// Client secrets are not part of a platform's settings, because events record the settings.
export const access = `
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

create table sessions (
  id TEXT primary key,
  hash TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  address TEXT not null,
  agent TEXT not null,
  created_at INTEGER not null,
  seen_at INTEGER not null
) STRICT;
create index sessions_user on sessions (user_id, seen_at);

create table one_time_links (
  id TEXT primary key,
  hash TEXT not null unique,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT references users (id) on delete cascade,
  purpose TEXT not null,
  created_at INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create index one_time_links_user on one_time_links (user_id);

create table one_time_slots (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  content TEXT not null,
  expires_at INTEGER not null
) STRICT;
create index one_time_slots_user on one_time_slots (user_id);
create index one_time_slots_expiry on one_time_slots (expires_at);

create table sign_in_attempts (
  id TEXT not null primary key,
  times TEXT not null,
  last_at INTEGER not null
) STRICT;
create index sign_in_attempts_last on sign_in_attempts (last_at);

create table passkeys (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  name TEXT not null,
  credential_id TEXT not null,
  public_key TEXT not null,
  counter INTEGER not null,
  transports TEXT not null,
  created_at INTEGER not null,
  used_at INTEGER
) STRICT;
create unique index passkeys_credential on passkeys (platform_id, credential_id);
create index passkeys_user on passkeys (user_id, created_at);

create table identities (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  issuer TEXT not null,
  subject TEXT not null,
  email TEXT,
  created_at INTEGER not null,
  used_at INTEGER not null
) STRICT;
create unique index identities_subject on identities (platform_id, issuer, subject);
create index identities_user on identities (user_id, created_at);

create table openid_secrets (
  platform_id TEXT not null primary key references platforms (id) on delete cascade,
  secret TEXT not null
) STRICT;
`

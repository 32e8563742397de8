// Accounts at an OpenID provider that are linked to accounts, and the client secrets of platforms, apart from their settings,
// which events record.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
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

const DOWN = 'drop table openid_secrets; drop table identities;'

export const identities = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

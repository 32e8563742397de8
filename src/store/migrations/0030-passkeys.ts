// Passkeys of accounts: their public keys.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
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
`

const DOWN = 'drop table passkeys;'

export const passkeys = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

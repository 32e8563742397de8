// Imports of files, and a platform's choices in earlier imports.

export const imports = `
create table imports (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  file_name TEXT not null,
  content TEXT not null,
  choices TEXT not null,
  run_id TEXT,
  state TEXT not null,
  done_count INTEGER not null,
  total_count INTEGER not null,
  outcome TEXT,
  changed_at INTEGER not null,
  expires_at INTEGER not null
) STRICT;
create index imports_platform on imports (platform_id, id);
create index imports_user on imports (user_id);
create index imports_expiry on imports (expires_at);

create table import_habits (
  id TEXT not null primary key references platforms (id) on delete cascade,
  habits TEXT not null
) STRICT;
`

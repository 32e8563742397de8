// Uploaded pictures and documents.

export const files = `
create table files (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  content_hash TEXT not null,
  path TEXT not null,
  bytes INTEGER not null,
  created_at INTEGER not null,
  unused_since INTEGER,
  removed_at INTEGER
) STRICT;
create unique index files_by_content on files (platform_id, content_hash) where removed_at is null;
create index files_unused on files (unused_since) where unused_since is not null and removed_at is null;
create index files_removed on files (removed_at) where removed_at is not null;

create table talk_files (
  talk_id TEXT not null references talks (id) on delete cascade,
  file_id TEXT not null,
  primary key (talk_id, file_id)
) STRICT;
create index talk_files_by_file on talk_files (file_id);
`

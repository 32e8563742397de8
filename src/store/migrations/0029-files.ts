// Uploaded files, the files of talks, and the indexes that find what refers to a file.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
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

alter table talks add column files TEXT not null default '[]';
create table talk_files (
  talk_id TEXT not null references talks (id) on delete cascade,
  file_id TEXT not null,
  primary key (talk_id, file_id)
) STRICT;
create index talk_files_by_file on talk_files (file_id);

create index talks_by_image on talks (image) where image >= '/files/' and image < '/files0';
create index sponsors_by_logo on sponsors (logo) where logo >= '/files/' and logo < '/files0';
create index sponsors_by_icon on sponsors (icon) where icon >= '/files/' and icon < '/files0';
create index users_by_avatar on users (avatar) where avatar >= '/files/' and avatar < '/files0';
`

const DOWN = `
drop index users_by_avatar;
drop index sponsors_by_icon;
drop index sponsors_by_logo;
drop index talks_by_image;
drop table talk_files;
alter table talks drop column files;
drop table files;
`

export const files = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

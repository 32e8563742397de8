// Sponsors and their people.

export const sponsors = `
create table sponsors (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  source TEXT,
  name TEXT not null,
  search_key TEXT not null,
  logo TEXT not null,
  level INTEGER not null,
  has_page INTEGER not null,
  page_content TEXT,
  page_format TEXT not null,
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
create index sponsors_search on sponsors (platform_id, search_key, id);
create index sponsors_source on sponsors (platform_id, source) where source is not null;
create index sponsors_by_logo on sponsors (logo) where logo >= '/files/' and logo < '/files0';
create index sponsors_by_icon on sponsors (icon) where icon >= '/files/' and icon < '/files0';

create table sponsor_people (
  sponsor_id TEXT not null references sponsors (id) on delete cascade,
  position INTEGER not null,
  user_id TEXT not null references users (id) on delete cascade,
  primary key (sponsor_id, position),
  unique (sponsor_id, user_id)
) STRICT;
create index sponsor_people_user on sponsor_people (user_id, sponsor_id);
`

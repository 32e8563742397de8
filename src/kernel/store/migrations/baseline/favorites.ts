// Starred talks, and the links of personal calendars.

export const favorites = `
create table favorites (
  user_id TEXT not null references users (id) on delete cascade,
  talk_id TEXT not null references talks (id) on delete cascade,
  platform_id TEXT not null,
  created_at INTEGER not null,
  primary key (user_id, talk_id)
) STRICT;
create index favorites_talk on favorites (talk_id);
create index favorites_platform on favorites (platform_id, talk_id);

create table calendar_links (
  user_id TEXT not null primary key references users (id) on delete cascade,
  platform_id TEXT not null,
  hash TEXT not null unique,
  created_at INTEGER not null
) STRICT;
`

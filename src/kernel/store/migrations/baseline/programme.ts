// Talks, their people and tags, proposals of speakers, and deleted objects.

// If several indexes fit and there are no statistics, SQLite uses the last one, so the smallest indexes come last.
export const programme = `
create table talks (
  id TEXT primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  kind TEXT not null,
  state TEXT not null,
  source TEXT,
  title TEXT not null,
  search_key TEXT not null,
  description TEXT not null,
  details TEXT,
  start_at INTEGER not null,
  end_at INTEGER not null,
  duration REAL not null,
  timezone TEXT,
  type TEXT not null,
  video TEXT,
  image TEXT,
  links TEXT not null,
  files TEXT not null,
  track TEXT,
  room TEXT,
  language TEXT,
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
create index talks_search on talks (platform_id, search_key, id);
create index talks_marked on talks (platform_id, start_at, id) where featured = 1 or recommended = 1 or keynote = 1;
create index talks_unusual on talks (platform_id, type, start_at, id) where type <> 'embedded';
create index talks_source on talks (platform_id, source) where source is not null;
create index talks_room on talks (platform_id, room, start_at, end_at, id) where room is not null;
create index talks_language on talks (platform_id, language, start_at, id) where language is not null;
create index talks_breaks on talks (platform_id, kind, start_at, id) where kind <> 'talk';
create index talks_unpublished on talks (platform_id, state, start_at, id) where state <> 'published';
create index talks_track on talks (platform_id, track, start_at, id) where track is not null;
create index talks_by_image on talks (image) where image >= '/files/' and image < '/files0';
create index talks_featured on talks (platform_id, start_at, id) where featured = 1;

create table talk_people (
  talk_id TEXT not null references talks (id) on delete cascade,
  kind TEXT not null,
  position INTEGER not null,
  user_id TEXT not null references users (id) on delete cascade,
  primary key (talk_id, kind, position),
  unique (talk_id, kind, user_id)
) STRICT;
create index talk_people_user on talk_people (user_id, talk_id);

create table talk_tags (
  talk_id TEXT not null references talks (id) on delete cascade,
  tag TEXT not null,
  platform_id TEXT not null,
  is_hidden INTEGER not null,
  primary key (talk_id, tag)
) STRICT;
create index talk_tags_tag on talk_tags (platform_id, tag, talk_id);

create table tags (
  platform_id TEXT not null references platforms (id) on delete cascade,
  name TEXT not null,
  primary key (platform_id, name)
) STRICT;

create table talk_proposals (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  talk_id TEXT not null references talks (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  talk_version INTEGER not null,
  changes TEXT not null,
  files TEXT not null,
  state TEXT not null,
  reason TEXT,
  proposed_at INTEGER not null,
  decided_at INTEGER
) STRICT;
create unique index talk_proposals_talk on talk_proposals (talk_id);
create index talk_proposals_state on talk_proposals (platform_id, state, proposed_at);
create index talk_proposals_user on talk_proposals (user_id);
create index talk_proposals_decided on talk_proposals (decided_at) where decided_at is not null;

create table deleted_objects (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  kind TEXT not null,
  name TEXT not null,
  external_id TEXT,
  content TEXT not null,
  files TEXT not null,
  deleted_at INTEGER not null,
  actor_kind TEXT not null,
  actor_id TEXT
) STRICT;
create index deleted_objects_listed on deleted_objects (platform_id, deleted_at, id);
create index deleted_objects_expired on deleted_objects (deleted_at);

create table deleted_object_people (
  object_id TEXT not null references deleted_objects (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  kind TEXT not null,
  position INTEGER not null,
  primary key (object_id, kind, user_id)
) STRICT;
create index deleted_object_people_user on deleted_object_people (user_id);
`

// Live talks, their journal, and the chat.

// A live talk has its own row, because it changes with every entry. Messages of deleted accounts stay.
export const chat = `
create table live_talks (
  talk_id TEXT not null primary key references talks (id) on delete cascade,
  platform_id TEXT not null,
  last_seq INTEGER not null,
  chat_mode TEXT not null,
  slow_seconds INTEGER not null,
  crowded_until INTEGER not null,
  counted_second INTEGER not null,
  counted_messages INTEGER not null,
  pinned_message_id TEXT,
  stage TEXT not null,
  credits INTEGER,
  version INTEGER not null,
  updated_at INTEGER not null
) STRICT;

create table live_entries (
  talk_id TEXT not null references talks (id) on delete cascade,
  seq INTEGER not null,
  kind TEXT not null,
  object_id TEXT not null,
  at INTEGER not null,
  primary key (talk_id, seq)
) STRICT;
create index live_entries_at on live_entries (at);

create table chat_messages (
  id TEXT not null primary key,
  platform_id TEXT not null,
  talk_id TEXT not null references talks (id) on delete cascade,
  seq INTEGER not null,
  user_id TEXT references users (id) on delete set null,
  label TEXT,
  text TEXT not null,
  reply_to TEXT,
  state TEXT not null,
  held_for TEXT,
  removed_by TEXT,
  removed_for TEXT,
  reactions TEXT not null,
  reports INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  unique (talk_id, seq)
) STRICT;
create index chat_messages_user on chat_messages (user_id, talk_id);
create index chat_messages_held on chat_messages (talk_id, seq) where state = 'held' or reports > 0;
create index chat_messages_created on chat_messages (created_at);

create table chat_reactions (
  message_id TEXT not null references chat_messages (id) on delete cascade,
  emoji TEXT not null,
  user_id TEXT not null references users (id) on delete cascade,
  primary key (message_id, emoji, user_id)
) STRICT;
create index chat_reactions_user on chat_reactions (user_id);

create table chat_reports (
  message_id TEXT not null references chat_messages (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  reason TEXT,
  created_at INTEGER not null,
  primary key (message_id, user_id)
) STRICT;
create index chat_reports_user on chat_reports (user_id);

create table chat_members (
  talk_id TEXT not null references talks (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  free_at INTEGER not null,
  last_at INTEGER not null,
  last_text TEXT not null,
  primary key (talk_id, user_id)
) STRICT;
create index chat_members_user on chat_members (user_id);

create table chat_mutes (
  platform_id TEXT not null references platforms (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  until INTEGER,
  muted_by TEXT,
  reason TEXT,
  created_at INTEGER not null,
  primary key (user_id)
) STRICT;
create index chat_mutes_platform on chat_mutes (platform_id);
`

// Questions and their votes.

// Questions and votes of deleted accounts stay.
export const questions = `
create table questions (
  id TEXT not null primary key,
  platform_id TEXT not null,
  external_id TEXT,
  talk_id TEXT not null references talks (id) on delete cascade,
  seq INTEGER not null,
  user_id TEXT references users (id) on delete set null,
  label TEXT,
  is_anonymous INTEGER not null,
  message_id TEXT unique,
  text TEXT not null,
  state TEXT not null,
  votes INTEGER not null,
  answer TEXT,
  answered_at INTEGER,
  merged_into TEXT,
  version INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
) STRICT;
create index questions_of_talk on questions (talk_id, state, votes);
create index questions_of_user on questions (user_id, talk_id);
create unique index questions_external on questions (platform_id, external_id);

create table question_votes (
  question_id TEXT not null references questions (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  created_at INTEGER not null,
  primary key (question_id, user_id)
) STRICT;
create index question_votes_of_user on question_votes (user_id);
`

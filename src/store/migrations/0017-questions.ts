// Questions to the speakers of a talk, and the votes for them.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

// Questions of deleted accounts stay, and so does the count of their votes.
const UP = `
create table questions (
  id TEXT not null primary key,
  platform_id TEXT not null,
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

create table question_votes (
  question_id TEXT not null references questions (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  created_at INTEGER not null,
  primary key (question_id, user_id)
) STRICT;
create index question_votes_of_user on question_votes (user_id);
`

const DOWN = `
drop table question_votes;
drop table questions;
`

export const questions = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

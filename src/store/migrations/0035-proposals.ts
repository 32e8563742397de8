// Changes to talks that their speakers propose, until staff approves or rejects them.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
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
  proposed_at INTEGER not null
) STRICT;
create unique index talk_proposals_talk on talk_proposals (talk_id);
create index talk_proposals_state on talk_proposals (platform_id, state, proposed_at);
create index talk_proposals_user on talk_proposals (user_id);
`

const DOWN = 'drop table talk_proposals;'

export const proposals = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

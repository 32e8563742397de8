// The time a proposal was rejected: it and its files are deleted 30 days later.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table talk_proposals add column decided_at INTEGER;
update talk_proposals set decided_at = proposed_at where state = 'rejected';
create index talk_proposals_decided on talk_proposals (decided_at) where decided_at is not null;
`

const DOWN = `
drop index talk_proposals_decided;
alter table talk_proposals drop column decided_at;
`

export const decidedProposals = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

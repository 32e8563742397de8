// The identifiers of questions in other systems.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table questions add column external_id TEXT;
create unique index questions_external on questions (platform_id, external_id);
`

const DOWN = `
drop index questions_external;
alter table questions drop column external_id;
`

export const questionIds = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

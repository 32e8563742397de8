// The talk that an event belongs to, so that receivers can read its object.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = 'alter table events add column talk_id TEXT;'

const DOWN = 'alter table events drop column talk_id;'

export const eventTalks = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

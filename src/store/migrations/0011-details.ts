// The details of a talk: a longer text below its description.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = 'alter table talks add column details TEXT;'
const DOWN = 'alter table talks drop column details;'

export const details = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

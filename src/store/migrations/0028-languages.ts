// The language that a person has chosen for pages and e-mails.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = 'alter table users add column language TEXT;'

const DOWN = 'alter table users drop column language;'

export const languages = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

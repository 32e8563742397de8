// How the page of a sponsor is written.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = "alter table sponsors add column page_format TEXT not null default 'html';"
const DOWN = 'alter table sponsors drop column page_format;'

export const pageFormats = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

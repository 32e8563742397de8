// The people on the home page: those who are highlighted, then those with a picture.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create index users_highlighted on users (platform_id, search_key, id) where highlighted = 1;
create index users_pictured on users (platform_id, search_key, id) where avatar is not null;
`

const DOWN = `
drop index users_pictured;
drop index users_highlighted;
`

export const faces = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

// The tracks of a platform, each found after the one before it.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create index talks_track on talks (platform_id, track, start_at, id) where track is not null;
`

const DOWN = `
drop index talks_track;
`

export const tracks = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

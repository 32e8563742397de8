// An index that finds the first talk of a track, whose age decides its color.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

export const trackAges = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: ['create index talks_track_age on talks (platform_id, track, id) where track is not null'],
    down: ['drop index talks_track_age'],
  })

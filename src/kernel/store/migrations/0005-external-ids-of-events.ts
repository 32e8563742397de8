// The externalId of the object of an event, which a deleted object no longer tells.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

export const externalIdsOfEvents = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: ['alter table events add column external_id TEXT'],
    down: ['alter table events drop column external_id'],
  })

// The response of a request in the request log.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = 'alter table request_log add column response TEXT;'
const DOWN = 'alter table request_log drop column response;'

export const requestResponses = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

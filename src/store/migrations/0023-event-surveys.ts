// Finds the open surveys about the whole event, for the navigation of every page.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
create index surveys_event on surveys (platform_id, id) where talk_id is null and state = 'open';
`

const DOWN = 'drop index surveys_event;'

export const eventSurveys = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

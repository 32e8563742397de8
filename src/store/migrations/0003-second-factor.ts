// Two-factor authentication: the last time step whose code was accepted, so that no code works twice.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const UP = `
alter table users add column totp_used_at INTEGER;
`

const DOWN = `
alter table users drop column totp_used_at;
`

export const secondFactor = (dialect: Dialect) => migration(dialect, { up: UP, down: DOWN })

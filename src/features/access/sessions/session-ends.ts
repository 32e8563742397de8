// The length of sessions: a working day for admins and owners, 30 days without use for everyone else.

import { isProtectedRole, type Role } from '../../../kernel/schema/roles.ts'
import { IDLE_TIMEOUT_MS, STAFF_IDLE_TIMEOUT_MS, STAFF_LIFETIME_MS } from '../limits.ts'
import type { SessionRow } from '../tables.ts'
import { endStaleSessions } from './sessions-store.ts'

/** When the session of an account with this role ends (epoch milliseconds). The current role of the account decides. */
export function endOfSession({ createdAt, seenAt }: SessionRow, role: Role): number {
  if (!isProtectedRole(role)) return seenAt + IDLE_TIMEOUT_MS
  return Math.min(seenAt + STAFF_IDLE_TIMEOUT_MS, createdAt + STAFF_LIFETIME_MS)
}

export const isStale = (session: SessionRow, role: Role, now: number): boolean =>
  now >= endOfSession(session, role)

/** Removes the stale sessions of all accounts. `now` is in epoch milliseconds. */
export const endOfStaleSessions = (now: number) =>
  endStaleSessions({
    idleSince: now - IDLE_TIMEOUT_MS,
    staffIdleSince: now - STAFF_IDLE_TIMEOUT_MS,
    staffStartedBefore: now - STAFF_LIFETIME_MS,
  })

// Attempts to send an e-mail, and when it is tried again.

import { EMAIL_RETRY_DELAYS_MS } from '../limits.ts'
import type { EmailRow } from './tables.ts'

/** Each delay is extended by a random share of up to this, so that e-mails that failed together spread out. */
const JITTER = 0.1
const MAX_ERROR_LENGTH = 300

/** `isFinal`: the mail server refused the e-mail for good. `canceled`: there is nothing left to say. */
export type EmailResult =
  | { status: 'sent' }
  | { status: 'canceled' }
  | { status: 'failed'; error: string; isFinal: boolean }

/** `jitter` is random, from 0 to 1. */
export function afterAttempt(email: EmailRow, now: number, result: EmailResult, jitter: number): EmailRow {
  if (result.status === 'sent') return { ...email, state: 'sent', sentAt: now, lastError: null }
  if (result.status === 'canceled') return { ...email, state: 'canceled' }
  const failed = { ...email, lastError: result.error.slice(0, MAX_ERROR_LENGTH) }
  const delayMs = result.isFinal ? undefined : EMAIL_RETRY_DELAYS_MS[email.attempts - 1]
  if (delayMs === undefined) return { ...failed, state: 'failed' }
  const nextAttemptAt = now + Math.round(delayMs * (1 + JITTER * jitter))
  return nextAttemptAt < email.expiresAt ? { ...failed, nextAttemptAt } : { ...failed, state: 'failed' }
}

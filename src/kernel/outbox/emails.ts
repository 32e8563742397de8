// The queue of e-mails: changes add to it in their transaction, and a job on any node sends the due ones.

import { execute } from '../changes/commands.ts'
import { Refusal } from '../changes/errors.ts'
import { pageOf, readCursor } from '../changes/pagination.ts'
import { type Caller, type Services, systemCaller } from '../changes/services.ts'
import { decrypt, encrypt } from '../lib/security/encryption.ts'
import { MINUTE_MS } from '../lib/time/units.ts'
import { DEFAULT_LIMIT } from '../limits.ts'
import type { DecideContext, Operation } from '../store/changes/operation.ts'
import type { Write } from '../store/sql/statements.ts'
import { afterAttempt, type EmailResult } from './send-attempts.ts'
import {
  countWaitingEmails,
  dueEmailsOfMailings,
  dueEmailsToPersons,
  emailForChange,
  emailWrites,
  endExpiredEmails,
  hasEmailWork,
  listEmailRows,
  saveEmailOutcomes,
} from './store.ts'
import type { EmailData, EmailRow } from './tables.ts'

type QueueServices = Pick<Services, 'store' | 'clock'>

const PURPOSE = 'e-mail'
/** Time after which another process may send a claimed e-mail. Longer than any attempt takes. */
const CLAIM_MS = 2 * MINUTE_MS

/** Encrypts the link of an e-mail, which the store keeps until it is sent. */
export const encryptLink = ({ secret }: { secret: Buffer }, url: string): string =>
  encrypt(secret, PURPOSE, url)
export const decryptLink = ({ secret }: { secret: Buffer }, encrypted: string): string | undefined =>
  decrypt(secret, PURPOSE, encrypted)

/** An e-mail whose text contains a link. */
export type LinkEmail = { secret: string; data: EmailData }

type Draft = Pick<EmailRow, 'kind' | 'data' | 'secret' | 'expiresAt'>

type Recipient = { id: string; email: string }

/** A new e-mail to a person, sent right after the transaction. */
export const newEmail = (
  { platformId, now, newId }: DecideContext,
  { id: userId, email: recipient }: { id: string | null; email: string },
  draft: Draft & Pick<EmailRow, 'mailingId'>,
): EmailRow => ({
  ...draft,
  id: newId(),
  platformId,
  userId,
  recipient,
  state: 'waiting',
  attempts: 0,
  queuedAt: now,
  nextAttemptAt: now,
  sentAt: null,
  lastError: null,
})

/** Queues an e-mail to one person. */
export const queueEmail = (ctx: DecideContext, user: Recipient, draft: Draft): Write =>
  emailWrites.insert(newEmail(ctx, user, { ...draft, mailingId: null }))

type LoneEmail = Draft & { user: Recipient }

/** Queues an e-mail that is not part of another change. */
export const queueEmailOperation: Operation<object, LoneEmail, null> = {
  name: 'queueEmail',
  load: () => ({}),
  decide: (_state, ctx, { user, ...draft }) => ({
    writes: [queueEmail(ctx, user, draft)],
    events: [],
    answer: null,
  }),
}

type Due = { toPersons: EmailRow[]; ofMailings: EmailRow[] }

/**
 * Answers with the e-mails that the caller has to send now. No other process gets them for two minutes. Sign-in links
 * do not wait behind a mailing to thousands of people.
 */
export const claimEmailsOperation: Operation<Due, { limit: number }, EmailRow[]> = {
  name: 'claimEmails',
  load: ({ now }, { limit }) => ({
    toPersons: dueEmailsToPersons({ now, limit }),
    ofMailings: dueEmailsOfMailings({ now, limit }),
  }),
  decide({ toPersons, ofMailings }, { now }, { limit }) {
    const due = [...toPersons, ...ofMailings].slice(0, limit)
    const claimed = due.map((row) => ({ ...row, attempts: row.attempts + 1, nextAttemptAt: now + CLAIM_MS }))
    return { writes: [...saveEmailOutcomes(claimed), ...endExpiredEmails(now)], events: [], answer: claimed }
  },
}

/** Claims up to `limit` e-mails of all platforms. Costs one read if nothing is due. */
export async function claimEmails(services: QueueServices, limit: number): Promise<EmailRow[]> {
  if (!(await services.store.read(hasEmailWork({ now: services.clock.now() })))) return []
  return execute(services, systemCaller(), claimEmailsOperation, { limit })
}

type RecordInput = {
  id: string
  attempts: number
  result: EmailResult
  /** A random number from 0 up to, but not including, 1. */
  jitter: number
}

/** Answers with the state of the e-mail; null if it was canceled or another process has claimed it since. */
export const recordEmailOperation: Operation<
  { email: EmailRow | undefined },
  RecordInput,
  EmailRow['state'] | null
> = {
  name: 'recordEmail',
  load: ({ platformId }, { id }) => ({ email: emailForChange({ platformId, id }) }),
  decide({ email }, { now }, { attempts, result, jitter }) {
    if (email?.state !== 'waiting' || email.attempts !== attempts)
      return { writes: [], events: [], answer: null }
    const next = afterAttempt(email, now, result, jitter)
    return { writes: saveEmailOutcomes([next]), events: [], answer: next.state }
  },
}

export const recordEmail = (
  services: QueueServices,
  { id, platformId, attempts }: EmailRow,
  result: EmailResult,
) =>
  execute(services, systemCaller({ id: platformId }), recordEmailOperation, {
    id,
    attempts,
    result,
    jitter: Math.random(),
  })

/** Whether a failed e-mail can be sent again because it has not expired. */
export const canRetry = ({ state, expiresAt }: EmailRow, now: number): boolean =>
  state === 'failed' && now < expiresAt

/** Sends a failed e-mail once more, with all its attempts. Throws `not_found` if it cannot be sent again. */
export const retryEmail = (services: Services, caller: Caller, id: string) =>
  execute(services, caller, retryEmailOperation, { id })

export const retryEmailOperation: Operation<{ email: EmailRow | undefined }, { id: string }, null> = {
  name: 'retryEmail',
  load: ({ platformId }, { id }) => ({ email: emailForChange({ platformId, id }) }),
  decide({ email }, { now }) {
    if (!email || !canRetry(email, now)) throw new Refusal('not_found')
    const next = { ...email, state: 'waiting' as const, attempts: 0, nextAttemptAt: now }
    return { writes: [emailWrites.replace(next)], events: [], answer: null }
  },
}

export type EmailPage = { emails: EmailRow[]; next: string | null }

/** A page of the e-mails of the platform, newest first. A null state means any. */
export async function listEmails(
  { store }: Services,
  { platform }: Caller,
  { state, cursor }: { state: EmailRow['state'] | null; cursor: string | undefined },
): Promise<EmailPage> {
  const [before] = readCursor(cursor, ['string']) ?? []
  const page = { before: before === undefined ? null : String(before), limit: DEFAULT_LIMIT + 1 }
  const read = await store.read(listEmailRows({ platformId: platform.id, state, ...page }))
  const { rows, next } = pageOf(read, DEFAULT_LIMIT, ({ id }) => [id])
  return { emails: rows, next }
}

/** The number of waiting e-mails on all platforms. */
export const countWaiting = async ({ store }: Pick<Services, 'store'>): Promise<number> =>
  (await store.read(countWaitingEmails({}))) ?? 0

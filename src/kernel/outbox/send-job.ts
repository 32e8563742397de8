// Sends queued e-mails, in every process that has a mail server. Each e-mail is claimed by one of them.

import type { Services } from '../changes/services.ts'
import { startWokenJob, type WokenJob } from '../jobs/woken-job.ts'
import { MAIL_CONNECTIONS } from '../limits.ts'
import { claimEmails, recordEmail } from './emails.ts'
import { type Email, type Mailer, SendFailure } from './mailer.ts'
import type { EmailResult } from './send-attempts.ts'
import type { EmailRow } from './tables.ts'

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  mailer: Mailer
  /** The text of an e-mail; undefined if there is nothing left to say. */
  render(row: EmailRow): Promise<Omit<Email, 'id' | 'to'> | undefined>
  /** Called for each attempt: `sent`, `retried`, or `failed` for good. */
  onResult(result: 'sent' | 'retried' | 'failed'): void
  /** Called only for the first failure, until an e-mail is sent again. */
  onError(error: unknown): void
}

export function startEmailDelivery({ services, mailer, render, onResult, onError }: Options): WokenJob {
  let isFailing = false
  let isClosed = false
  const reportError = (error: unknown) => {
    if (!isFailing && !isClosed) onError(error)
    isFailing = true
  }

  const attempt = async (row: EmailRow) => {
    try {
      const email = await render(row)
      if (!email) return await recordEmail(services, row, { status: 'canceled' })
      await mailer.send({ ...email, id: row.id, to: row.recipient })
    } catch (error) {
      reportError(error)
      const state = await recordEmail(services, row, failureOf(error))
      return onResult(state === 'waiting' ? 'retried' : 'failed')
    }
    isFailing = false
    await recordEmail(services, row, { status: 'sent' })
    onResult('sent')
  }

  const sendDue = async () => {
    while (!isClosed) {
      // A shutdown waits for these e-mails.
      const claimed = await claimEmails(services, MAIL_CONNECTIONS)
      if (claimed.length === 0) return
      const attempts = await Promise.allSettled(claimed.map(attempt))
      // The store could not record the result. The e-mail is sent again when its claim ends.
      for (const one of attempts) if (one.status === 'rejected') throw one.reason
    }
  }

  const job = startWokenJob(services.clock, () => sendDue().catch(reportError))
  return {
    wake: job.wake,
    close() {
      isClosed = true
      return job.close()
    },
  }
}

function failureOf(error: unknown): EmailResult {
  if (error instanceof SendFailure) return { status: 'failed', error: error.answer, isFinal: error.isFinal }
  return { status: 'failed', error: error instanceof Error ? error.message : String(error), isFinal: false }
}

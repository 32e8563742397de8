// Mailings: e-mails to many people, queued page by page, so that neither memory nor a transaction grows with the
// audience.

import { execute } from '../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import { newEmail } from '../../kernel/outbox/emails.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { nextRecipients, type RecipientPage } from './audience-store.ts'
import { isWantedByDefault } from './email-choices.ts'
import { insertMailingEmails, mailingForChange, mailingWrites, openMailings } from './store.ts'
import type { MailingRow } from './tables.ts'

const MAILINGS_PER_RUN = 10

/** A mailing whose e-mails are yet to be queued. */
export const newMailing = (
  { platformId, now, newId }: DecideContext,
  mailing: Pick<MailingRow, 'kind' | 'data' | 'expiresAt'> & Partial<MailingRow>,
): MailingRow => ({
  id: newId(),
  platformId,
  startAt: null,
  audience: null,
  talkId: null,
  senderId: null,
  queuedTo: '',
  isQueued: false,
  preparedTo: null,
  createdAt: now,
  sendAt: null,
  ...mailing,
})

type State = { mailing: MailingRow | undefined; page: RecipientPage }

/** Queues the next e-mails of a mailing. Answers with the mailing if this process should continue with it. */
export const queueMailingPageOperation: Operation<State, { mailing: MailingRow }, MailingRow | null> = {
  name: 'queueMailingPage',
  load: ({ platformId, now }, { mailing }) => ({
    mailing: mailingForChange({ platformId, id: mailing.id }),
    page: nextRecipients(mailing, {
      isDefault: isWantedByDefault[mailing.kind],
      ...{ now, after: mailing.queuedTo },
    }),
  }),
  decide({ mailing, page }, ctx, input) {
    const isOpen = mailing && !mailing.isQueued && (mailing.sendAt ?? 0) <= ctx.now
    if (!isOpen || mailing.queuedTo !== input.mailing.queuedTo)
      return { writes: [], events: [], answer: null }
    const { id: mailingId, kind, expiresAt } = mailing
    const draft = { mailingId, kind, data: {}, secret: null, expiresAt }
    const next = { ...mailing, queuedTo: page.next ?? mailing.queuedTo, isQueued: page.next === null }
    return {
      writes: [
        ...insertMailingEmails(page.recipients.map((person) => newEmail(ctx, person, draft))),
        mailingWrites.replace(next),
      ],
      events: [],
      answer: next.isQueued ? null : next,
    }
  },
}

/** Queues the e-mails of mailings on all platforms. If a process ends early, another one continues. */
export async function queueMailings(services: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const open = openMailings({ now: services.clock.now(), limit: MAILINGS_PER_RUN })
  for (const found of await services.store.read(open)) {
    const caller = systemCaller({ id: found.platformId })
    let mailing: MailingRow | null = found
    while (mailing) mailing = await execute(services, caller, queueMailingPageOperation, { mailing })
  }
}

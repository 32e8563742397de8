// Messages from the organizers to a group of people, by e-mail.

import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { changesBetween } from '../../kernel/lib/data/diff.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { EMAIL_LIFETIME_MS } from '../../kernel/limits.ts'
import type { EmailState, MessageAudience } from '../../kernel/outbox/schema.ts'
import type { DecideContext, NewEvent, Operation } from '../../kernel/store/changes/operation.ts'
import { tagNames } from '../platforms/tags-store.ts'
import { listTalkChoices, listTalkTitles } from '../talks/lists.ts'
import { talkForShare } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { type Audience, countRecipients, nextRecipients, type RecipientPage } from './audience-store.ts'
import { isWantedByDefault } from './email-choices.ts'
import { MAX_LISTED, MAX_TAG_CHOICES } from './limits.ts'
import { newMailing } from './mailings.ts'
import { countMailingEmails, listMessages, mailingById, mailingForChange, mailingWrites } from './store.ts'
import type { AudienceFilter, MailingRow } from './tables.ts'

const isDefault = isWantedByDefault.message

/** The recipients of a message. `talkId` is set only for people who have starred this talk. */
export type Group = {
  audience: Exclude<MessageAudience, 'sender'>
  talkId: string | null
  /** The selected people, for the audience `people`. */
  userIds?: readonly string[]
  filter?: AudienceFilter
}
export type GroupMessage = Group & {
  subject: string
  /** Markdown. */
  text: string
  /** The address of the site, without a trailing slash. */
  origin: string
  /** The address to which answers go. Without it, or if it is empty, they go to the sender of the installation. */
  replyTo?: string
  /** The time at which it is sent. Without it, it is sent at once. */
  sendAt?: number | null
  /** The id of the scheduled message that it replaces. */
  replaces?: string | null
}

/** Whether a message can still be changed or canceled. */
export const isScheduled = ({ sendAt, isQueued, queuedTo }: MailingRow, now: number): boolean =>
  sendAt !== null && sendAt > now && !isQueued && queuedTo === ''

type SendInput = Omit<GroupMessage, 'audience'> & { audience: MessageAudience }
type SendState = { talk: TalkRow | undefined; replaced: MailingRow | undefined }

/**
 * Answers with the id of the message, or with null if the one that it replaces is no longer scheduled. A message that
 * replaces another has an id of its own, so that a process that has begun with the other one cannot mix them up. A test
 * to oneself has no event.
 */
export const sendMessageOperation: Operation<SendState, SendInput, string | null> = {
  name: 'sendMessage',
  load: ({ platformId }, { talkId, replaces }) => ({
    talk: talkForShare({ platformId, by: 'id', value: talkId ?? '' }),
    replaced: mailingForChange({ platformId, id: replaces ?? '' }),
  }),
  decide({ talk, replaced }, ctx, input) {
    const { audience, talkId, userIds, filter, subject, text, origin, sendAt = null, replaces } = input
    const message = { subject, text, ...(input.replyTo ? { replyTo: input.replyTo } : {}) }
    if (talkId !== null && !talk) throw new Refusal('talk_not_found')
    if (replaces && (!replaced || !isScheduled(replaced, ctx.now)))
      return { writes: [], events: [], answer: null }
    const mailing = newMailing(ctx, {
      kind: 'message',
      data: {
        ...{ origin, message },
        ...(audience === 'people' && userIds ? { userIds } : {}),
        ...(filter ? { filter } : {}),
      },
      audience,
      talkId,
      senderId: ctx.actor.id,
      expiresAt: (sendAt ?? ctx.now) + EMAIL_LIFETIME_MS,
      sendAt,
    })
    const event = messageEvent(
      ctx,
      sendAt === null ? 'message_sent' : 'message_scheduled',
      changesBetween(
        {},
        {
          ...{ ...message, audience, talk: talkId, ...filter },
          ...(sendAt === null ? {} : { sendAt: formatInstant(sendAt) }),
        },
      ),
    )
    return {
      writes: [...(replaced ? [mailingWrites.remove(replaced)] : []), mailingWrites.insert(mailing)],
      events: audience === 'sender' ? [] : [event],
      answer: mailing.id,
    }
  },
}

const messageEvent = (
  { platformId, now }: DecideContext,
  action: string,
  changes: ReturnType<typeof changesBetween>,
): NewEvent => ({
  type: `platform.${action}`,
  ...{ objectKind: 'platform', objectId: platformId, version: now, changes },
})

/** Sends a message, or schedules it. Throws `talk_not_found`. */
export const sendMessage = (services: Services, caller: Caller, message: GroupMessage) =>
  execute(services, caller, sendMessageOperation, message)

type CancelState = { mailing: MailingRow | undefined }

/** Answers whether the message was still scheduled. */
export const cancelMessageOperation: Operation<CancelState, { id: string }, boolean> = {
  name: 'cancelMessage',
  load: ({ platformId }, { id }) => ({ mailing: mailingForChange({ platformId, id }) }),
  decide({ mailing }, ctx) {
    if (!mailing || !isScheduled(mailing, ctx.now)) return { writes: [], events: [], answer: false }
    const data = { ...mailing.data, isCanceled: true as const }
    const subject = mailing.data.message?.subject
    return {
      writes: [mailingWrites.replace({ ...mailing, data, isQueued: true })],
      events: [messageEvent(ctx, 'message_canceled', changesBetween({ subject }, {}))],
      answer: true,
    }
  },
}

export const cancelMessage = (services: Services, caller: Caller, id: string): Promise<boolean> =>
  execute(services, caller, cancelMessageOperation, { id })

/** Sends the message only to the caller. */
export const sendTestMessage = (services: Services, caller: Caller, message: GroupMessage) =>
  execute(services, caller, sendMessageOperation, {
    ...message,
    ...{ audience: 'sender', talkId: null, filter: {}, sendAt: null, replaces: null },
  })

const audienceOf = ({ platform }: Caller, { userIds = [], filter = {}, ...group }: Group): Audience => ({
  ...group,
  data: { userIds, filter },
  id: '',
  platformId: platform.id,
  kind: 'message',
  startAt: null,
  senderId: null,
})

/** The number of people who would get a message: accepted registrations that have not unsubscribed. */
export const countGroup = ({ store, clock }: Services, caller: Caller, group: Group): Promise<number> =>
  store.read(countRecipients(audienceOf(caller, group), { isDefault, now: clock.now() }))

/** The talks, tracks, and tags by which a group can be chosen. The given talk is always among them. */
export async function readGroupChoices(services: Services, caller: Caller, talkId: string | null) {
  const [talks, { tracks }, tags] = await Promise.all([
    listTalkTitles(services, caller, talkId),
    listTalkChoices(services, caller),
    services.store.read(tagNames({ platformId: caller.platform.id, limit: MAX_TAG_CHOICES })),
  ])
  return { talks, tracks, tags }
}

/** The addresses of a group, read page by page as they are consumed. */
export async function* addressesOf(
  { store, clock }: Services,
  caller: Caller,
  group: Group,
): AsyncGenerator<string[]> {
  const now = clock.now()
  for (let after: string | null = ''; after !== null; ) {
    const page: RecipientPage = await store.read(
      nextRecipients(audienceOf(caller, group), { isDefault, now, after }),
    )
    yield page.recipients.map(({ email }) => email)
    after = page.next
  }
}

/** A sent or scheduled message, with the number of its e-mails in each state. */
export type SentMessage = { mailing: MailingRow; counts: Partial<Record<EmailState, number>> }

/** The newest messages of the platform, after the scheduled ones. */
export async function readMessages(services: Services, { platform }: Caller): Promise<SentMessage[]> {
  const found = await services.store.read(listMessages({ platformId: platform.id, limit: MAX_LISTED }))
  const now = services.clock.now()
  const [scheduled, sent] = [true, false].map((asked) =>
    found.filter((mailing) => isScheduled(mailing, now) === asked),
  )
  return withCounts(services, [...(scheduled ?? []), ...(sent ?? [])])
}

/** Throws `not_found`. */
export async function readMessage(
  services: Services,
  { platform }: Caller,
  id: string,
): Promise<SentMessage> {
  const mailing = await services.store.read(mailingById({ id }))
  const isOwn = mailing?.platformId === platform.id && mailing.kind === 'message'
  const [message] = isOwn ? await withCounts(services, [mailing]) : []
  if (!message) throw new Refusal('not_found')
  return message
}

async function withCounts({ store }: Services, mailings: readonly MailingRow[]): Promise<SentMessage[]> {
  const counts = await store.read(countMailingEmails({ ids: mailings.map(({ id }) => id) }))
  return mailings.map((mailing) => ({
    mailing,
    counts: Object.fromEntries(
      counts.filter(({ mailingId }) => mailingId === mailing.id).map(({ state, count }) => [state, count]),
    ),
  }))
}

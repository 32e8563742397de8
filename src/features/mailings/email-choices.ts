// A person's choices of e-mails to many people, and the links to unsubscribe from them.

import { execute } from '../../kernel/changes/commands.ts'
import { type Caller, type Services, systemCaller } from '../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../kernel/lib/security/encryption.ts'
import { type MailingKind, mailingKinds } from '../../kernel/outbox/schema.ts'
import { cancelEmails } from '../../kernel/outbox/store.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { emailChoicesOf, putEmailChoice } from './email-choices-store.ts'

const PURPOSE = 'unsubscribe'

/** Reminders are off by default, because nobody expects them without asking. */
export const isWantedByDefault: Readonly<Record<MailingKind, boolean>> = {
  talk_changes: true,
  talk_reminder: false,
  message: true,
}

export type EmailChoices = Record<MailingKind, boolean>

export async function readEmailChoices(
  { store }: Pick<Services, 'store'>,
  userId: string,
): Promise<EmailChoices> {
  const chosen = await store.read(emailChoicesOf({ userId }))
  return { ...isWantedByDefault, ...Object.fromEntries(chosen.map(({ kind, isWanted }) => [kind, isWanted])) }
}

type State = { user: UserRow | undefined }
type Input = { userId: string; choices: Partial<EmailChoices> }

/** Saves choices and cancels waiting e-mails of unwanted kinds. Answers whether the account exists. */
export const chooseEmailsOperation: Operation<State, Input, boolean> = {
  name: 'chooseEmails',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, { platformId }, { userId, choices }) {
    if (!user) return { writes: [], events: [], answer: false }
    const writes = mailingKinds.flatMap((kind) => {
      const isWanted = choices[kind]
      if (isWanted === undefined) return []
      const choice = putEmailChoice({ userId, platformId, kind, isWanted })
      return isWanted ? [choice] : [choice, cancelEmails({ userId, kind })]
    })
    return { writes, events: [], answer: true }
  },
}

/** Saves which e-mails the caller wants. Like stars, choices have no events. */
export const saveEmailChoices = (
  services: Services,
  caller: Caller & { user: Pick<UserRow, 'id'> },
  choices: EmailChoices,
) => execute(services, caller, chooseEmailsOperation, { userId: caller.user.id, choices })

type WithSecret = { secret: Buffer }
export type Subscription = { userId: string; kind: MailingKind }

/** A token for /unsubscribe/<token>. It needs no sign-in, never expires, and can do nothing else. */
export const unsubscribeToken = ({ secret }: WithSecret, { userId, kind }: Subscription): string =>
  encrypt(secret, PURPOSE, `${kind} ${userId}`)

/** The subscription that a token ends; undefined if it is invalid or of another platform, or the account is gone. */
export async function readSubscription(
  services: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<Subscription | undefined> {
  const [name, userId] = decrypt(services.secret, PURPOSE, token)?.split(' ') ?? []
  const kind = mailingKinds.find((one) => one === name)
  if (kind === undefined || userId === undefined) return undefined
  const user = await services.store.read(
    userObjects.find({ platformId: platform.id, by: 'id', value: userId }),
  )
  return user && { userId, kind }
}

/** Unsubscribes the person of the token from such e-mails. Answers with false for a token that belongs to nobody. */
export async function unsubscribe(
  services: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<boolean> {
  const subscription = await readSubscription(services, platform, token)
  if (!subscription) return false
  const { userId, kind } = subscription
  return execute(services, systemCaller(platform), chooseEmailsOperation, {
    userId,
    choices: { [kind]: false },
  })
}

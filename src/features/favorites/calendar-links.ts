// The address of a personal calendar, where calendar programs read a person's favorites without a sign-in. It is shown
// once. As with reset links, the store keeps only the hash of its token.

import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { keyedHash } from '../../kernel/lib/security/api-key-format.ts'
import { newToken } from '../../kernel/lib/security/tokens.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { WithSecret } from '../access/sessions/sessions.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import {
  calendarLinkOf,
  putCalendarLink,
  removeCalendarLink,
  userOfCalendarLink,
} from './calendar-links-store.ts'

type SignedIn = Caller & { user: Pick<UserRow, 'id'> }

/** Makes a token for /calendars/<token>.ics. An earlier token of the account stops working. */
export async function makeCalendarLink(services: Services & WithSecret, caller: SignedIn): Promise<string> {
  const { token, hash } = newToken(services.secret)
  await execute(services, caller, setCalendarLinkOperation, { userId: caller.user.id, hash })
  return token
}

/** Ends the address of the caller's calendar. */
export const endCalendarLink = (services: Services, caller: SignedIn) =>
  execute(services, caller, setCalendarLinkOperation, { userId: caller.user.id, hash: null })

type SetState = { user: UserRow | undefined }

/** Sets the address of a calendar. Null removes it. */
export const setCalendarLinkOperation: Operation<SetState, { userId: string; hash: string | null }, null> = {
  name: 'setCalendarLink',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.find({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, { platformId, now }, { hash }) {
    if (!user) throw new Refusal('user_not_found')
    const write =
      hash === null
        ? removeCalendarLink({ userId: user.id })
        : putCalendarLink({ userId: user.id, platformId, hash, createdAt: now })
    return { writes: [write], events: [], answer: null }
  },
}

/** The time when the address of an account was made (epoch milliseconds); undefined if there is none. */
export const calendarLinkMadeAt = async (
  { store }: Pick<Services, 'store'>,
  userId: string,
): Promise<number | undefined> => (await store.read(calendarLinkOf({ userId })))?.createdAt

/** The account whose calendar has the address with this token. Throws `not_found`. */
export async function requireCalendarUser(
  { store, secret }: Pick<Services, 'store'> & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<UserRow> {
  const user = await store.read(
    userOfCalendarLink({ platformId: platform.id, hash: keyedHash(secret, token) }),
  )
  if (!user || user.registrationStatus === 'rejected') throw new Refusal('not_found')
  return user
}

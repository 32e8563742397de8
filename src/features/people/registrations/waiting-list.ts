// Places that have become free go to the first people on the waiting list.

import { updatedEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { EMAIL_LIFETIME_MS } from '../../../kernel/limits.ts'
import { queueEmail } from '../../../kernel/outbox/emails.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { platformForChange } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { presentUser } from '../present-user.ts'
import { userObjects } from '../store.ts'
import type { UserRow } from '../tables.ts'
import { freePlaces, needsReview } from './places.ts'
import {
  type AttendeeCounts,
  countAttendees,
  firstWaiting,
  platformsWithWaitingList,
} from './registrations-store.ts'

/** People who get a place in one transaction. */
const AT_ONCE = 100

type State = { platform: PlatformRow | undefined; attendees: AttendeeCounts; waiting: UserRow[] }
/** `origin` is that of the site; if it is undefined, nobody gets an e-mail. */
type Input = { origin: string | undefined }

/**
 * Gives free places to people on the waiting list, in the order in which they registered. Those who need a review, or
 * whose e-mail is not proved, stay on the list until staff accept them. Answers with the number of people who got a
 * place.
 */
export const fillPlacesOperation: Operation<State, Input, number> = {
  name: 'fillPlaces',
  load: ({ platformId }) => ({
    platform: platformForChange({ id: platformId }),
    attendees: countAttendees({ platformId }),
    waiting: firstWaiting({ platformId, limit: AT_ONCE }),
  }),
  decide({ platform, attendees, waiting }, ctx, input) {
    if (!platform) return { writes: [], events: [], answer: 0 }
    const moved = waiting
      .filter(({ email, emailProvedAt }) => emailProvedAt !== null && !needsReview(platform, email))
      .slice(0, freePlaces({ platform, attendees }))
      .map((user) => accept(ctx, user, input))
    return {
      writes: moved.flatMap(({ writes }) => writes),
      events: moved.flatMap(({ events }) => events),
      answer: moved.length,
    }
  },
}

function accept(ctx: DecideContext, user: UserRow, { origin }: Input) {
  const next: UserRow = {
    ...user,
    waitlisted: false,
    registrationStatus: 'accepted',
    version: user.version + 1,
    updatedAt: ctx.now,
  }
  const event = updatedEvent('user', next, presentUser(user), presentUser(next))
  const draft = {
    kind: 'registration_accepted' as const,
    data: { origin: origin ?? '' },
    secret: null,
    expiresAt: ctx.now + EMAIL_LIFETIME_MS,
  }
  return {
    writes: [userObjects.replace(next), ...(origin !== undefined ? [queueEmail(ctx, next, draft)] : [])],
    events: event ? [event] : [],
  }
}

/** Fills the free places of all platforms. Costs one read if nobody waits. */
export async function fillPlaces(
  services: Pick<Services, 'store' | 'clock'>,
  /** The origin of the site of a platform; undefined if it is unknown. */
  originOf: (platformId: string) => Promise<string | undefined>,
): Promise<void> {
  for (const id of await services.store.read(platformsWithWaitingList({}))) {
    const input = { origin: await originOf(id) }
    let moved = AT_ONCE
    while (moved === AT_ONCE)
      moved = await execute(services, systemCaller({ id }), fillPlacesOperation, input)
  }
}

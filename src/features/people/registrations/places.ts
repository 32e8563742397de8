// The places of an event: its capacity counts accepted attendees, and people who register when it is full join the waiting
// list.

import type { Services } from '../../../kernel/changes/services.ts'
import type { LoadContext } from '../../../kernel/store/changes/operation.ts'
import { platformForChange } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import type { RegistrationStatus } from '../schema.ts'
import type { UserRow } from '../tables.ts'
import { type AttendeeCounts, countAttendees } from './registrations-store.ts'

/** What decides whether a place is left. Empty if the number of attendees is not limited. */
export type Places = { platform?: PlatformRow | undefined; attendees?: AttendeeCounts }

/**
 * Loads the places. Locks the platform first, so that of people who register at the same time, each sees those before.
 * Changes that also lock accounts load the places before them.
 */
export const loadPlaces = ({ platformId, capacity }: LoadContext) =>
  capacity === null
    ? {}
    : { platform: platformForChange({ id: platformId }), attendees: countAttendees({ platformId }) }

/** Whether there are as many accepted attendees as places. */
export const areAllTaken = (places: Places): boolean => freePlaces(places) === 0

/** The number of free places, of which the first belong to people on the waiting list. */
export function freePlaces({ platform, attendees }: Places): number {
  const capacity = platform?.settings.registration.capacity ?? null
  if (capacity === null || attendees === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, capacity - attendees.accepted)
}

/** The number of accepted attendees, and of places. */
export type TakenPlaces = { accepted: number; capacity: number }

/** Undefined if the number of attendees is not limited. */
export async function readTakenPlaces(
  { store }: Pick<Services, 'store'>,
  { id, settings }: PlatformRow,
): Promise<TakenPlaces | undefined> {
  const { capacity } = settings.registration
  if (capacity === null) return undefined
  const { accepted } = await store.read(countAttendees({ platformId: id }))
  return { accepted, capacity }
}

type Registration = Pick<UserRow, 'registrationStatus' | 'waitlisted'>

/** The state of a new attendee. Somebody who needs no review is accepted if a place is left. */
export function registrationOf(places: Places, { needsReview }: { needsReview: boolean }): Registration {
  const isFull = freePlaces(places) <= (places.attendees?.waiting ?? 0)
  const registrationStatus: RegistrationStatus = needsReview || isFull ? 'in_review' : 'accepted'
  return { registrationStatus, waitlisted: isFull }
}

/** Whether somebody with this e-mail, which is theirs, is accepted only after a review. */
export function needsReview({ settings }: Pick<PlatformRow, 'settings'>, email: string): boolean {
  const { acceptance, domains } = settings.registration
  if (acceptance === 'domains')
    return !domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  return acceptance === 'review'
}

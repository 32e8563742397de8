// The overview for organizers: open work in the programme, sign-ups, and the latest changes.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { dayOf, startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import { actionOf } from '../audit/audit.ts'
import { type AuditEvent, listEvents } from '../audit/store.ts'
import { MAX_CHANGES, MAX_CHANGES_READ, SIGN_UP_DAYS } from './limits.ts'
import { signUpsBetween } from './overview-store.ts'
import type { ProgrammeCounts } from './programme-counts.ts'

const EVERY_EVENT = { actor: null, objectKind: null, action: null, objectId: null, from: null, to: null }

/** What every talk should have. A picture is optional. */
export const checkedParts = ['room', 'speakers', 'description'] as const
export type CheckedPart = (typeof checkedParts)[number]

/** The new attendees of a day; `at` is its start (epoch milliseconds). */
export type SignUps = { at: number; count: number }

/** Changes in a row that mean the same, by the same person, such as those of an import. */
export type Changes = {
  /** The newest. */
  event: AuditEvent
  meaning: string
  /** Whether there are no others. */
  isSingle: boolean
  /** The number of changed objects. */
  objects: number
}

export type Overview = ProgrammeCounts & {
  /** The last 30 days, oldest first. */
  signUps: SignUps[]
  /** Newest first. */
  changes: Changes[]
}

/** Days are those of the time zone. */
export async function readOverview(
  { store, clock }: Services,
  { platform: { id } }: Caller,
  { zone, counts }: { zone: string; counts: ProgrammeCounts },
): Promise<Overview> {
  const times = startsOfLastDays(clock.now(), zone)
  const [signUps, changes] = await Promise.all([
    store.read(signUpsBetween({ platformId: id, times: times.map(String) })),
    store.read(listEvents({ platformId: id, ...EVERY_EVENT, before: null, limit: MAX_CHANGES_READ })),
  ])
  return {
    ...counts,
    signUps,
    changes: grouped(changes).slice(0, MAX_CHANGES),
  }
}

function grouped(events: readonly AuditEvent[]): Changes[] {
  const groups: { kind: string; event: AuditEvent; meaning: string; ids: string[] }[] = []
  for (const event of events) {
    const { type, actorKind, actorId, objectId } = event
    const meaning = meaningOf(event)
    const kind = JSON.stringify([type, meaning, actorKind, actorId])
    const last = groups.at(-1)
    if (last?.kind === kind) last.ids.push(objectId)
    else groups.push({ kind, event, meaning, ids: [objectId] })
  }
  return groups.map(({ event, meaning, ids }) => ({
    ...{ event, meaning },
    isSingle: ids.length === 1,
    objects: new Set(ids).size,
  }))
}

const OF_REGISTRATION: ReadonlySet<string> = new Set(['/registrationStatus', '/waitlisted'])

/** The action of a change, or what has become of a registration. */
function meaningOf({ type, actorKind, changes }: AuditEvent): string {
  const after = (pointer: string) => changes.find((one) => one.pointer === pointer)?.after
  const isSystem = actorKind === 'system'
  if (type === 'user.created' && isSystem && after('/role') === 'attendee') return 'signed_up'
  if (type === 'user.updated' && changes.every(({ pointer }) => OF_REGISTRATION.has(pointer))) {
    const status = after('/registrationStatus')
    if (status === 'accepted' && isSystem && after('/waitlisted') === false) return 'got_place'
    if (status === 'accepted' || status === 'rejected') return status
  }
  return actionOf(type)
}

/** The starts of the last days, and that of tomorrow. */
function startsOfLastDays(now: number, zone: string): number[] {
  const today = dayOf(now, zone)
  return Array.from(
    { length: SIGN_UP_DAYS + 1 },
    (_none, index) => startOfDay(today, zone, index + 1 - SIGN_UP_DAYS) ?? now,
  )
}

// The content of a platform's dashboard.

import type { Services } from '../../kernel/changes/services.ts'
import { isValid, listKeys } from '../api-keys/api-keys.ts'
import { countAttendees, countInReview } from '../people/registrations/registrations-store.ts'
import type { PlatformCaller } from '../platforms/platforms.ts'
import { type EventPhase, type EventSpan, eventPhase, eventSpan } from '../talks/programme/event-phase.ts'
import {
  countLive,
  type ListedTalk,
  nextTalks,
  programmeSpan,
  talksLiveNow,
} from '../talks/programme/public-talks-store.ts'
import { talkObjects } from '../talks/store.ts'
import { MAX_TALKS } from './limits.ts'

export type Dashboard = {
  now: number
  hasTalks: boolean
  /** Whether the platform has a working key. */
  hasKeys: boolean
  /** The first live talks. */
  live: ListedTalk[]
  /** The number of all live talks. */
  liveCount: number
  next: ListedTalk[]
  /** The number of registrations to review. */
  inReview: number
  /** The number of accepted attendees. */
  accepted: number
  /** The time of the event; undefined if neither its days nor talks are known. */
  span: EventSpan | undefined
  phase: EventPhase
}

export async function readDashboard(services: Services, caller: PlatformCaller): Promise<Dashboard> {
  const { store, clock } = services
  const { id } = caller.platform
  const now = clock.now()
  const [talks, live, liveCount, next, inReview, attendees, keys, days] = await Promise.all([
    store.read(talkObjects.list({ platformId: id, after: null, limit: 1 }, [])),
    store.read(talksLiveNow({ platformId: id, now, limit: MAX_TALKS })),
    store.read(countLive({ platformId: id, now })),
    store.read(nextTalks({ platformId: id, now, limit: MAX_TALKS })),
    store.read(countInReview({ platformId: id })),
    store.read(countAttendees({ platformId: id })),
    listKeys(services, caller),
    store.read(programmeSpan({ platformId: id })),
  ])
  const { settings } = caller.platform
  const span = eventSpan(settings, days)
  return {
    now,
    hasTalks: talks.length > 0,
    hasKeys: keys.some((key) => isValid(key, now)),
    live,
    liveCount: liveCount ?? 0,
    next,
    inReview: inReview ?? 0,
    accepted: attendees.accepted,
    span,
    phase: eventPhase(settings, span, { now, hasMore: live.length + next.length > 0 }),
  }
}

// Records who watches which talk from the heartbeats of open pages, until the talk has ended and the person has left.

import { actionEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { type Activity, activityWrites } from '../live/activities.ts'
import type { WatchMode } from '../live/schema.ts'
import { platformsByIds } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talksByIds } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import {
  attendancesOf,
  endedAttendance,
  lastSeenOf,
  platformsWithEndedAttendance,
  putAttendances,
} from './attendance-store.ts'
import { VIEWER_TIMEOUT_MS } from './limits.ts'
import type { AttendanceRow } from './tables.ts'
import { addHeartbeat, completedSteps } from './watched-time.ts'

/**
 * A page of a talk was visible to a viewer at a time in epoch milliseconds. The viewer may watch in the given modes.
 * Accounts that only read earn no points.
 */
export type Heartbeat = Pick<AttendanceRow, 'platformId' | 'talkId' | 'viewer' | 'userId'> & {
  at: number
  modes: readonly WatchMode[]
  canEarn: boolean
  /** Where the account is in the recording, in seconds; null if it plays none. */
  watchedTo: number | null
}

/** A person has watched five more minutes of a talk: the first, the second, and so on. */
type WatchedStep = { platformId: string; talkId: string; userId: string; step: number }

type HeartbeatState = {
  attendances: AttendanceRow[]
  talks: TalkRow[]
  platforms: PlatformRow[]
  lastSeen: Map<string, number>
}

export const recordHeartbeatsOperation: Operation<
  HeartbeatState,
  { heartbeats: readonly Heartbeat[] },
  null
> = {
  name: 'recordHeartbeats',
  load: (_ctx, { heartbeats }) => ({
    attendances: attendancesOf({
      watchers: [
        ...new Map(
          heartbeats.map(({ talkId, viewer }) => [keyOf({ talkId, viewer }), { talkId, viewer }]),
        ).values(),
      ],
    }),
    talks: talksByIds({ ids: [...new Set(heartbeats.map(({ talkId }) => talkId))] }),
    platforms: platformsByIds({ ids: [...new Set(heartbeats.map(({ platformId }) => platformId))] }),
    lastSeen: lastSeenOf({
      userIds: [...new Set(heartbeats.flatMap(({ userId }) => userId ?? []))],
      since: Math.min(...heartbeats.map(({ at }) => at)) - VIEWER_TIMEOUT_MS,
    }),
  }),
  decide(state, ctx, { heartbeats }) {
    const { rows, steps } = watchedTimes(state, ctx, heartbeats)
    const watched = activityWrites(
      ctx,
      steps.flatMap((step) => activityOf(step, state)),
    )
    return { writes: [putAttendances({ rows }), ...watched], events: [], answer: null }
  },
}

function activityOf(
  { platformId, talkId, userId, step }: WatchedStep,
  { platforms, talks }: HeartbeatState,
): Activity[] {
  const platform = platforms.find(({ id }) => id === platformId)
  const talk = talks.find(({ id }) => id === talkId)
  return platform && talk ? [{ platform, talk, userId, kind: 'watched', step }] : []
}

/** The attendance after these heartbeats, and the five-minute steps that they completed. */
function watchedTimes(
  { attendances, talks, lastSeen }: HeartbeatState,
  ctx: Pick<DecideContext, 'newId'>,
  heartbeats: readonly Heartbeat[],
): { rows: AttendanceRow[]; steps: WatchedStep[] } {
  const rows = new Map(attendances.map((row) => [keyOf(row), row]))
  const talkOf = new Map(talks.map((talk) => [talk.id, talk]))
  const lastOf = new Map(lastSeen)
  const steps: WatchedStep[] = []
  for (const heartbeat of heartbeats.toSorted((a, b) => a.at - b.at)) {
    const { platformId, talkId, userId, at, modes, canEarn } = heartbeat
    const talk = talkOf.get(talkId)
    if (!talk) continue
    const before = rows.get(keyOf(heartbeat)) ?? firstAttendance(heartbeat, ctx.newId())
    const lastSeenAt = (userId === null ? undefined : lastOf.get(userId)) ?? before.seenAt
    const after = {
      ...addHeartbeat(before, talk, { now: at, lastSeenAt, modes }),
      watchedTo: heartbeat.watchedTo ?? before.watchedTo,
    }
    rows.set(keyOf(heartbeat), after)
    if (userId === null) continue
    lastOf.set(userId, Math.max(at, lastSeenAt))
    if (!canEarn) continue
    for (let step = completedSteps(before, talk) + 1; step <= completedSteps(after, talk); step += 1)
      steps.push({ platformId, talkId, userId, step })
  }
  return { rows: [...rows.values()], steps }
}

const keyOf = ({ talkId, viewer }: Pick<AttendanceRow, 'talkId' | 'viewer'>): string => `${talkId} ${viewer}`

const firstAttendance = (
  { platformId, talkId, viewer, userId, at }: Heartbeat,
  id: string,
): AttendanceRow => ({
  id,
  platformId,
  talkId,
  viewer,
  userId,
  seenAt: at,
  intervals: [],
  liveMs: 0,
  replayMs: 0,
  creditedMs: 0,
  completedAt: null,
  watchedTo: null,
  updatedAt: at,
})

/** Writes heartbeats of any platforms and talks. */
export const recordHeartbeats = (
  services: Pick<Services, 'store' | 'clock'>,
  heartbeats: readonly Heartbeat[],
) => execute(services, systemCaller(), recordHeartbeatsOperation, { heartbeats })

const COMPLETED_AT_ONCE = 500

/** Records `attendance.completed`, once per person and talk. Returns the number of records, at most 500. */
export const completeAttendanceOperation: Operation<{ ended: AttendanceRow[] }, object, number> = {
  name: 'completeAttendance',
  load: ({ platformId, now }) => ({
    ended: endedAttendance({ platformId, now, leftBy: now - VIEWER_TIMEOUT_MS, limit: COMPLETED_AT_ONCE }),
  }),
  decide: ({ ended }, { now }) => ({
    writes: [putAttendances({ rows: ended.map((row) => ({ ...row, completedAt: now, updatedAt: now })) })],
    events: ended.map((row) => actionEvent('attendance', { ...row, version: 1 }, 'completed')),
    answer: ended.length,
  }),
}

/** Completes the attendance of everyone who has left a talk that is over, on all platforms. */
export async function completeAttendance(services: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = services.clock.now()
  const platformIds = await services.store.read(
    platformsWithEndedAttendance({ now, leftBy: now - VIEWER_TIMEOUT_MS }),
  )
  for (const id of platformIds) {
    let completed = COMPLETED_AT_ONCE
    while (completed === COMPLETED_AT_ONCE)
      completed = await execute(services, systemCaller({ id }), completeAttendanceOperation, {})
  }
}

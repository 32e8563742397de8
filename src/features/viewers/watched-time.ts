// The time that a viewer has watched a talk, computed from heartbeats.

import type { TalkRow } from '../talks/tables.ts'
import { hasStage, isRecorded } from '../talks/talk-states.ts'
import { MAX_INTERVALS, POINTS_STEP_MS, VIEWER_TIMEOUT_MS } from './limits.ts'
import type { WatchedInterval } from './schema.ts'
import type { AttendanceRow } from './tables.ts'

type Times = Pick<
  TalkRow,
  'kind' | 'state' | 'type' | 'video' | 'startAt' | 'endAt' | 'available' | 'recordedAt'
>

/** The parts of a time span (epoch milliseconds) in which a talk could be watched live and as a replay. */
function watchable(talk: Times, from: number, to: number): WatchedInterval[] {
  if (talk.state !== 'published' || !hasStage(talk)) return []
  const span = (mode: WatchedInterval['mode'], start: number, end: number): WatchedInterval => ({
    mode,
    start: Math.max(from, start),
    end: Math.min(to, end),
  })
  const always = Number.POSITIVE_INFINITY
  const spans =
    talk.type === 'replay'
      ? [span('replay', talk.available ? -always : talk.startAt, always)]
      : [
          span('live', talk.startAt, talk.endAt),
          // Other types have nothing to watch after the end.
          ...((talk.type === 'youtube' && talk.video !== null) || isRecorded(talk)
            ? [span('replay', talk.endAt, always)]
            : []),
        ]
  return spans.filter(({ start, end }) => end > start)
}

type NewHeartbeat = { now: number; lastSeenAt: number; modes: readonly WatchedInterval['mode'][] }

/**
 * The attendance after a heartbeat at `now`. `lastSeenAt` is the last heartbeat of the person in any talk, so that time
 * with several open talks is credited once. Only watching in `modes` counts.
 */
export function addHeartbeat(
  row: AttendanceRow,
  talk: Times,
  { now, lastSeenAt, modes }: NewHeartbeat,
): AttendanceRow {
  if (now <= row.seenAt) return row
  const isStaying = now - row.seenAt <= VIEWER_TIMEOUT_MS
  const spans = isStaying ? watchable(talk, row.seenAt, now) : []
  const watched = spans.filter(({ mode }) => modes.includes(mode))
  const liveMs = lengthOf(watched, 'live')
  const replayMs = lengthOf(watched, 'replay')
  return {
    ...row,
    seenAt: now,
    intervals: watched.reduce(extend, row.intervals),
    liveMs: row.liveMs + liveMs,
    replayMs: row.replayMs + replayMs,
    creditedMs: row.creditedMs + Math.max(0, Math.min(liveMs + replayMs, now - lastSeenAt)),
    updatedAt: liveMs + replayMs > 0 ? now : row.updatedAt,
  }
}

const lengthOf = (intervals: readonly WatchedInterval[], mode: WatchedInterval['mode']): number =>
  intervals.reduce((total, one) => total + (one.mode === mode ? one.end - one.start : 0), 0)

function extend(intervals: readonly WatchedInterval[], next: WatchedInterval): readonly WatchedInterval[] {
  const last = intervals.at(-1)
  if (last && last.mode === next.mode && last.end === next.start)
    return [...intervals.slice(0, -1), { ...last, end: next.end }]
  return intervals.length < MAX_INTERVALS ? [...intervals, next] : intervals
}

/** The number of completed five-minute steps that count for points, limited by the length of the talk. */
export const completedSteps = (
  { creditedMs }: Pick<AttendanceRow, 'creditedMs'>,
  { startAt, endAt }: Pick<TalkRow, 'startAt' | 'endAt'>,
): number => Math.floor(Math.min(creditedMs, endAt - startAt) / POINTS_STEP_MS)

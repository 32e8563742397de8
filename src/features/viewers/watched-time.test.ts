// How heartbeats add up to watched time, and what of it counts for points.
import { expect, test } from 'vitest'
import { watchModes } from '../live/schema.ts'
import { VIEWER_TIMEOUT_MS } from './limits.ts'
import type { AttendanceRow } from './tables.ts'
import { addHeartbeat, completedSteps } from './watched-time.ts'

const MINUTE_MS = 60_000
const START = Date.parse('2027-03-01T12:00:00Z')
const talk = {
  kind: 'talk' as const,
  state: 'published' as const,
  type: 'youtube' as const,
  video: 'https://www.youtube.com/embed/x',
  startAt: START,
  endAt: START + 30 * MINUTE_MS,
  available: false,
  recordedAt: null,
}
const first = (at = START): AttendanceRow => ({
  ...{ id: 'a', platformId: 'p', talkId: 't', viewer: 'u', userId: 'u' },
  ...{ seenAt: at, intervals: [], liveMs: 0, replayMs: 0, creditedMs: 0, completedAt: null, updatedAt: at },
  watchedTo: null,
})
/** The attendance after heartbeats at these times, in milliseconds after the first. */
const after = (times: readonly number[], from = first(), of: Parameters<typeof addHeartbeat>[1] = talk) =>
  times.reduce(
    (row, time) =>
      addHeartbeat(row, of, { now: from.seenAt + time, lastSeenAt: row.seenAt, modes: watchModes }),
    from,
  )

test('a gap of more than 90 seconds begins a new interval', () => {
  const { intervals, liveMs } = after([VIEWER_TIMEOUT_MS, 2 * VIEWER_TIMEOUT_MS + 1, 3 * VIEWER_TIMEOUT_MS])
  expect(intervals).toEqual([
    { mode: 'live', start: START, end: START + VIEWER_TIMEOUT_MS },
    { mode: 'live', start: START + 2 * VIEWER_TIMEOUT_MS + 1, end: START + 3 * VIEWER_TIMEOUT_MS },
  ])
  expect(liveMs).toBe(2 * VIEWER_TIMEOUT_MS - 1)
})

test('heartbeats that arrive late change nothing', () => {
  const row = after([MINUTE_MS])
  expect(addHeartbeat(row, talk, { now: START, lastSeenAt: START, modes: watchModes })).toBe(row)
})

test.each([
  ['an available replay before its start', { type: 'replay' as const, available: true }, 1],
  ['a replay before its start', { type: 'replay' as const }, 0],
  ['a talk without a video after its end', { startAt: START - 2, endAt: START - 1, video: null }, 0],
  ['a video after its end', { startAt: START - 2, endAt: START - 1 }, 1],
  ['a room after its end', { startAt: START - 2, endAt: START - 1, type: 'embedded' as const }, 0],
])('%s counts as a replay for %#', (_name, more, minutes) => {
  const later = { ...talk, startAt: START + 60 * MINUTE_MS, endAt: START + 90 * MINUTE_MS, ...more }
  const { replayMs, liveMs } = after([MINUTE_MS], first(), later)
  expect([replayMs, liveMs]).toEqual([minutes * MINUTE_MS, 0])
})

test('a person who watches two talks at once gets the time once', () => {
  const here = addHeartbeat(first(), talk, {
    now: START + MINUTE_MS,
    lastSeenAt: START + 40_000,
    modes: watchModes,
  })
  expect([here.liveMs, here.creditedMs]).toEqual([60_000, 20_000])
})

test('every five minutes are a step, up to the length of the talk', () => {
  const steps = (minutes: number) => completedSteps({ creditedMs: minutes * MINUTE_MS }, talk)
  expect([0, 4.9, 5, 14, 30, 300].map(steps)).toEqual([0, 0, 1, 2, 6, 6])
})

test('someone who comes and goes all day is counted, with at most 500 intervals', () => {
  let row = first(talk.endAt)
  for (let visit = 0; visit < 600; visit += 1) {
    const now = row.seenAt + 2 * VIEWER_TIMEOUT_MS
    row = addHeartbeat(row, talk, { now, lastSeenAt: row.seenAt, modes: watchModes })
    row = addHeartbeat(row, talk, { now: now + 1_000, lastSeenAt: now, modes: watchModes })
  }
  expect([row.intervals.length, row.replayMs]).toEqual([500, 600_000])
})

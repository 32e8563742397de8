// The time scale of a timetable: one row per five minutes, except where nothing happens for hours.

/** In epoch milliseconds; `to` is exclusive. */
export type Span = { from: number; to: number }

/** The place of a span: its first row, counted from 1, and the number of rows. */
export type Rows = { row: number; rows: number }

export type Mark = { at: number; row: number }
/** A pause that is shorter on the page than on the clock. */
export type Pause = Rows & { until: number; isIdle: boolean }

export type TimeScale = {
  rowsOf(span: Span): Rows
  /** The row of an instant; undefined outside the scale. */
  rowAt(at: number): number | undefined
  /** The number of rows. */
  rows: number
  /** Times shown beside the rows. */
  marks: Mark[]
  pauses: Pause[]
}

const ROW_MS = 5 * 60_000
const HOUR_ROWS = 12
/** The scale starts at multiples of this, at which a full hour can be in some time zone. */
const QUARTER_ROWS = 3
/** If there is no talk for longer than this, the scale is interrupted. */
const MAX_IDLE_ROWS = HOUR_ROWS
/** If talks continue, but none starts or ends for longer than this, the scale is interrupted, too. */
const MAX_STEADY_ROWS = 4 * HOUR_ROWS
const PAUSE_ROWS = 6

/** Part of the scale between two times at which talks start or end, in rows since 1970 and on the page. */
type Segment = { from: number; to: number; row: number; rows: number; isIdle: boolean }

/** The scale that shows these spans. `isFullHour` says whether an instant is a full hour on the clock of the page. */
export function createScale(spans: readonly Span[], isFullHour: (at: number) => boolean): TimeScale {
  const segments = segmentsOf(spans)
  const rowOf = (time: number): number | undefined => {
    const segment = segments.find(({ from, to }) => time >= from && time < to) ?? endOf(segments, time)
    if (!segment) return undefined
    const share = (time - segment.from) / (segment.to - segment.from)
    return segment.row + Math.floor(share * segment.rows)
  }
  return {
    rowsOf(span) {
      const { from, to } = inRows(span)
      const row = rowOf(from) ?? 1
      return { row, rows: Math.max(1, (rowOf(to) ?? row) - row) }
    },
    rowAt: (at) => (at / ROW_MS < (segments.at(-1)?.to ?? 0) ? rowOf(Math.floor(at / ROW_MS)) : undefined),
    rows: segments.reduce((sum, { rows }) => sum + rows, 0),
    marks: segments.flatMap((segment, index) => marksOf(segment, segments[index - 1], isFullHour)),
    pauses: segments
      .filter(isPause)
      .map(({ row, rows, to, isIdle }) => ({ row, rows, until: to * ROW_MS, isIdle })),
  }
}

const inRows = ({ from, to }: Span): Span => {
  const start = Math.floor(from / ROW_MS)
  return { from: start, to: Math.max(start + 1, Math.round(to / ROW_MS)) }
}

/** The end of the scale also has a row: the one after the last. */
function endOf(segments: readonly Segment[], time: number): Segment | undefined {
  const last = segments.at(-1)
  return last?.to === time ? last : undefined
}

const isPause = ({ from, to, rows }: Segment): boolean => rows < to - from

function segmentsOf(spans: readonly Span[]): Segment[] {
  const changes = new Map<number, number>()
  const change = (time: number, by: number) => changes.set(time, (changes.get(time) ?? 0) + by)
  for (const { from, to } of spans.map(inRows)) {
    change(from, 1)
    change(to, -1)
  }
  const first = Math.min(...changes.keys())
  change(Math.floor(first / QUARTER_ROWS) * QUARTER_ROWS, 0)
  const times = [...changes.keys()].sort((a, b) => a - b)
  const segments: Segment[] = []
  let row = 1
  let running = 0
  for (const [index, to] of times.slice(1).entries()) {
    const from = times[index] ?? to
    running += changes.get(from) ?? 0
    const isIdle = running === 0
    const rows = to - from > (isIdle ? MAX_IDLE_ROWS : MAX_STEADY_ROWS) ? PAUSE_ROWS : to - from
    segments.push({ from, to, row, rows, isIdle })
    row += rows
  }
  return segments
}

/** The full hours in a segment, and its start if the scale starts there or continues after a pause. */
function marksOf(
  segment: Segment,
  previous: Segment | undefined,
  isFullHour: (at: number) => boolean,
): Mark[] {
  const { from, to, row } = segment
  const isStart = previous === undefined || isPause(previous)
  const marks: Mark[] = isStart || isFullHour(from * ROW_MS) ? [{ at: from * ROW_MS, row }] : []
  if (isPause(segment)) return marks
  for (let time = from + 1; time < to; time += 1) {
    // Two times need enough room to be shown one above the other.
    if (time % QUARTER_ROWS !== 0 || (isStart && time - from < QUARTER_ROWS)) continue
    if (isFullHour(time * ROW_MS)) marks.push({ at: time * ROW_MS, row: row + time - from })
  }
  return marks
}

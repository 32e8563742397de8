// A day as a timetable: a column per room or track, and cards whose height shows the length of the talk.

import { clockOf } from '../../../kernel/lib/time/calendar-days.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { MINUTE_MS } from '../../../kernel/lib/time/units.ts'
import { Icon } from '../../../kit/components/icon.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { MAX_HEIGHT, MAX_STRIPS } from '../../../kit/pages/timetable-sheet.ts'
import type { TalkCard as Talk } from '../../talks/programme/talk-cards.ts'
import { arrangeColumns, type Columns } from './page-timetable-columns.ts'
import { createScale, type TimeScale } from './page-timetable-scale.ts'

/** More strips do not fit on every desktop, so the names and the timetable scroll sideways together. */
const MAX_NARROW_STRIPS = 6

const HALF_HOUR_MS = 30 * MINUTE_MS
const HALF_HOUR_ROWS = 6

export type Timetable = {
  scale: TimeScale
  columns: Columns
  /** The classes for the place of each talk, by id. */
  places: Map<string, string>
  /** The rows in which talks of the shown part start. */
  starts: ReadonlySet<number>
}

type Request = {
  talks: readonly Talk[]
  zone: string
  /** Talks that started earlier are placed at this time. */
  from: number
  /** The name of the column of a talk; '' for the last one. */
  columnOf(talk: Talk): string
  compare: Compare
}
/** Compares names in the order of the page's language. */
type Compare = (a: string, b: string) => number

/** The timetable of these talks; undefined if they have too many columns or only one. */
export function createTimetable({ talks, zone, from, columnOf, compare }: Request): Timetable | undefined {
  if (new Set(talks.map(columnOf)).size < 2) return undefined
  const scale = createScale(
    talks.map((talk) => shownSpan(talk, from)),
    (at) => isFullHour(at, zone),
  )
  const items = talks.map((talk) => ({
    ...scale.rowsOf(shownSpan(talk, from)),
    id: talk.id,
    column: columnOf(talk),
    mayBeWide: talk.keynote || talk.kind === 'break',
  }))
  const columns = arrangeColumns(items, lastIfEmpty(compare))
  if (columns.strips > MAX_STRIPS) return undefined
  const places = new Map(
    items.map(({ id, row, rows }) => {
      const { strip, strips } = columns.places.get(id) ?? { strip: 1, strips: 1 }
      return [id, `r${row} h${rows} c${strip}${strips > 1 ? ` w${strips}` : ''}`]
    }),
  )
  const starts = new Set(
    items.filter((_item, index) => (talks[index]?.startAt ?? 0) >= from).map(({ row }) => row),
  )
  return { scale, columns, places, starts }
}

const isFullHour = (at: number, zone: string): boolean => clockOf(at, zone).endsWith(':00')

const shownSpan = ({ startAt, endAt }: Talk, from: number) => ({ from: Math.max(startAt, from), to: endAt })

export const lastIfEmpty =
  (compare: Compare): Compare =>
  (a, b) =>
    a === b ? 0 : a === '' ? 1 : b === '' ? -1 : compare(a, b)

const isWide = ({ columns: { strips } }: Timetable): boolean => strips > MAX_NARROW_STRIPS

/** The class for the widths of the columns. */
export const widthsOf = (timetable: Timetable): string =>
  `n${timetable.columns.strips}${isWide(timetable) ? ' wide' : ''}`

type NamesProps = { timetable: Timetable; language: string }

/**
 * The names of the columns, outside the timetable, because in an element that scrolls sideways they could not stay at
 * the top of the window. Each talk repeats them for screen readers.
 */
export function TimetableNames({ timetable, language }: NamesProps) {
  const { agenda: texts } = useMessages()
  return (
    <div
      class={`timetable-names ${widthsOf(timetable)}`}
      lang={language}
      aria-hidden="true"
      // Otherwise, browsers let the keyboard focus it because it scrolls.
      tabIndex={-1}
    >
      {isWide(timetable) ? <Arrow class="back" icon="arrow-left" /> : null}
      {timetable.columns.columns.map(({ name, strip, strips }) => (
        <span class={`timetable-head c${strip}${strips > 1 ? ` w${strips}` : ''}`} dir="auto">
          {name || texts.otherColumn}
        </span>
      ))}
      {isWide(timetable) ? <Arrow class="on" icon="arrow-right" /> : null}
    </div>
  )
}

/** `agenda.js` shows it with the number of columns that follow. The keyboard moves from talk to talk instead. */
function Arrow({ class: className, icon }: { class: string; icon: 'arrow-left' | 'arrow-right' }) {
  return (
    <button type="button" class={`timetable-arrow ${className}`} tabIndex={-1} hidden>
      <span></span>
      <Icon name={icon} />
    </button>
  )
}

type FrameProps = { timetable: Timetable; zone: string; now: number }

/** An hour that is less than this away from a start has no label. */
const NEAR_ROWS = HALF_HOUR_ROWS

/** The hours and half hours, and a line at the current time. Each slot has its start. */
export function TimetableFrame({ timetable: { scale, starts }, zone, now }: FrameProps) {
  const { agenda: texts, time } = useMessages()
  const nowRow = scale.rowAt(now)
  return (
    <div class="timetable-frame" aria-hidden="true">
      {Array.from({ length: Math.ceil(scale.rows / MAX_HEIGHT) }, (_, part) => (
        <span
          class={`timetable-gutter r${part * MAX_HEIGHT + 1} h${Math.min(MAX_HEIGHT, scale.rows - part * MAX_HEIGHT)}`}
        />
      ))}
      {scale.pauses.map(({ row, rows, until, isIdle }) => (
        <div class={`timetable-pause r${row} h${rows}`}>
          {isIdle ? <span>{texts.pauseUntil({ time: time.clock(until, zone) })}</span> : null}
        </div>
      ))}
      {scale.marks.map(({ at, row }) => (
        <div class={`timetable-hour r${row}`}>
          <time dateTime={formatInstant(at)} hidden={isNear(starts, row)}>
            {time.clock(at, zone)}
          </time>
        </div>
      ))}
      {scale.marks.flatMap(({ at, row }) =>
        isFullHour(at, zone) && scale.rowAt(at + HALF_HOUR_MS) === row + HALF_HOUR_ROWS ? (
          <div class={`timetable-half r${row + HALF_HOUR_ROWS}`} />
        ) : (
          []
        ),
      )}
      {nowRow === undefined ? null : <div class={`timetable-now r${nowRow}`} />}
    </div>
  )
}

const isNear = (starts: ReadonlySet<number>, row: number): boolean =>
  Array.from({ length: 2 * NEAR_ROWS - 1 }, (_, place) => row + place + 1 - NEAR_ROWS).some((near) =>
    starts.has(near),
  )

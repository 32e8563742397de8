// Times as pages show them: in 24-hour format, in one time zone that the page names.
import type { ComponentChildren } from 'preact'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { Messages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'

type Texts = Messages['time']

/** Whether clocks and calendars show the same in both zones at that instant. */
export const isSameClock = (
  texts: Texts,
  ms: number,
  { zone, other }: { zone: string; other: string },
): boolean =>
  zone === other ||
  (texts.clock(ms, zone) === texts.clock(ms, other) && texts.shortDay(ms, zone) === texts.shortDay(ms, other))

/** A line does not break after the dash (U+2060). */
const DASH = '–\u2060'

const HALF_DAY_MS = 12 * 3_600_000

type Instant = { at: number; zone: string }
type Span = { start: number; end: number; zone: string }

/** A time of day. */
export function Time({ at, zone }: Instant) {
  const { time } = useMessages()
  return <time dateTime={formatInstant(at)}>{time.clock(at, zone)}</time>
}

/** `09:30–10:15`; the end includes its day if it differs: `22:30–Fri, May 21, 00:15`. Plain text, for long lists. */
export function FromTo({ start, end, zone }: Span) {
  const { time } = useMessages()
  const day = isSameDay(time, { start, end, zone }) ? '' : `${time.shortDay(end, zone)}, `
  return <>{`${time.clock(start, zone)}–${day}${time.clock(end, zone)}`}</>
}

type Clocks = Span & {
  /** Shown between the times and the time zone. */
  children?: ComponentChildren
}

/** The times of a day in their time zone: `09:30–10:15 · Europe/Brussels (GMT+2)`. */
export function ClockTimes({ start, end, zone, children }: Clocks) {
  const { time } = useMessages()
  return (
    <>
      <Time at={start} zone={zone} />
      <Until start={start} end={end} zone={zone} />
      {children}
      {' · '}
      <span class="zone">{time.zone(start, zone)}</span>
    </>
  )
}

function Until({ start, end, zone }: Span) {
  const { time } = useMessages()
  return (
    <>
      {DASH}
      {isSameDay(time, { start, end, zone }) ? '' : `${time.shortDay(end, zone).replaceAll(' ', '\u00a0')}, `}
      <Time at={end} zone={zone} />
    </>
  )
}

function isSameDay(texts: Texts, { start, end, zone }: Span): boolean {
  // True for nearly every talk, and faster than formatting both days.
  const isLater = end - start < HALF_DAY_MS && texts.clock(start, zone) <= texts.clock(end, zone)
  return isLater || texts.day(start, zone) === texts.day(end, zone)
}

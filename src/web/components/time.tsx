// Times as pages show them: by the 24-hour clock, in one time zone that is always named.
import { LRUCache } from 'lru-cache'
import { formatInstant } from '../../lib/time/instants.ts'

const styles = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function formatOf(style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { ...styles[style], timeZone })
    formats.set(key, format)
  }
  return format
}

/** `09:30` */
export const timeText = (ms: number, zone: string): string => formatOf('time', zone).format(ms)

/** `Thursday 20 May 2027` */
export const dayText = (ms: number, zone: string): string => formatOf('day', zone).format(ms).replace(',', '')

/** `Thu 20 May` */
export const shortDayText = (ms: number, zone: string): string =>
  formatOf('shortDay', zone).format(ms).replace(',', '')

/** The time zone by its name, with what it is called at that instant: `Europe/Brussels (CEST)`. */
export function zoneText(ms: number, zone: string): string {
  const parts = formatOf('zone', zone).formatToParts(ms)
  const short = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  const name = zone.replaceAll('_', ' ')
  return short === '' || short === zone ? name : `${name} (${short})`
}

/** `1 h 5 min` */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** Whether clocks and calendars of both zones say the same at that instant. */
export const isSameClock = (ms: number, zone: string, other: string): boolean =>
  zone === other ||
  (timeText(ms, zone) === timeText(ms, other) && shortDayText(ms, zone) === shortDayText(ms, other))

const HALF_DAY_MS = 12 * 3_600_000

type Instant = { at: number; zone: string }
type Span = { start: number; end: number; zone: string }

/** A time of the day; the zone is to be named where the list begins. */
export function Time({ at, zone }: Instant) {
  return <time dateTime={formatInstant(at)}>{timeText(at, zone)}</time>
}

/** `09:30–10:15`; the end with its day where that is another: `22:30–Fri 21 May, 00:15`. */
export function FromTo({ start, end, zone }: Span) {
  return (
    <>
      <Time at={start} zone={zone} />
      <Until start={start} end={end} zone={zone} />
    </>
  )
}

/** Day, time and time zone in one line: `Thursday 20 May 2027, 09:30–10:15, Europe/Brussels (CEST)`. */
export function When({ start, end, zone }: Span) {
  return (
    <>
      <time dateTime={formatInstant(start)}>
        {dayText(start, zone)}, {timeText(start, zone)}
      </time>
      <Until start={start} end={end} zone={zone} />, <span class="zone">{zoneText(start, zone)}</span>
    </>
  )
}

const Until = ({ start, end, zone }: Span) => (
  <>
    –{isSameDay(start, end, zone) ? '' : `${shortDayText(end, zone)}, `}
    <Time at={end} zone={zone} />
  </>
)

function isSameDay(start: number, end: number, zone: string): boolean {
  // Nearly always so, and quicker to know than the names of both days.
  const isLater = end - start < HALF_DAY_MS && timeText(start, zone) <= timeText(end, zone)
  return isLater || dayText(start, zone) === dayText(end, zone)
}

/** How long it is still, to the minute: `2 days 3 h`, `2 h 5 min`, `1 min`. */
export function untilText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const days = Math.floor(minutes / 1440)
  if (days === 0) return durationText(minutes)
  const hours = Math.floor((minutes % 1440) / 60)
  return [days === 1 ? '1 day' : `${days} days`, hours > 0 ? `${hours} h` : ''].filter(Boolean).join(' ')
}

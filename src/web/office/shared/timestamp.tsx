// Instants as the Back Office shows them, to the second, in the time zone of whoever looks.
import { LRUCache } from 'lru-cache'
import { formatInstant } from '../../../lib/time/instants.ts'

const styles = {
  full: { day: 'numeric', month: 'short', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
} as const
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

function format(style: keyof typeof styles, zone: string): Intl.DateTimeFormat {
  const key = `${style} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...styles[style], ...time })
  formats.set(key, made)
  return made
}

/** `20 May 2027, 09:30:12`; the zone is to be named where the list begins. */
export const stampText = (at: number, zone: string): string => format('full', zone).format(at)

/** `20 May 2027, 09:30:12`, or short `20 May, 09:30:12`; the zone is to be named where the list begins. */
export function Stamp({ at, zone, isShort = false }: { at: number; zone: string; isShort?: boolean }) {
  return (
    <time class="stamp" dateTime={formatInstant(at)}>
      {format(isShort ? 'short' : 'full', zone).format(at)}
    </time>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `3 minutes ago`, `in 12 days`. */
export function fromNow(at: number, now: number): string {
  const [unit, ms] = units.find(([, size]) => Math.abs(at - now) >= size) ?? []
  return unit === undefined ? 'just now' : relative.format(Math.trunc((at - now) / ms), unit)
}

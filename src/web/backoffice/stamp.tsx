// Instants as the Back Office shows them, to the second, in the time zone of whoever looks.
import { LRUCache } from 'lru-cache'
import { formatInstant } from '../../lib/times.ts'
import type { Visit } from '../visit.ts'

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

function format(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** The viewer's own time zone, else that of the platform. */
export const zoneOf = ({ user, platform }: Visit): string => user?.timezone ?? platform.settings.timezone

/** `20 May 2027, 09:30:12`; the zone is to be named where the list begins. */
export const stampText = (at: number, zone: string): string => format(zone).format(at)

export function Stamp({ at, zone }: { at: number; zone: string }) {
  return (
    <time class="stamp" dateTime={formatInstant(at)}>
      {stampText(at, zone)}
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

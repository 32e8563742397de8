// Instants and time zones as the API takes and gives them.
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

// Three-letter names that ICU knows beside those of IANA (PST, JST and the like) are understood by no other software.
const THREE_LETTERS = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const LONGEST_ZONE = 64
const zones = new LRUCache<string, boolean>({ max: 1000 })

/**
 * Epoch milliseconds of an ISO 8601 date-time with an offset or Z (RFC 3339 section 5.6; seconds may be left out),
 * or undefined. Leap seconds, a space for the T, annotations and years outside 0001 to 9999 in UTC are not taken;
 * digits behind the millisecond are dropped.
 */
export function parseInstant(s: string): number | undefined {
  if (!DATE_TIME.test(s)) return undefined
  let ms: number
  try {
    ms = Temporal.Instant.from(s).epochMilliseconds
  } catch {
    return undefined
  }
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? ms : undefined
}

/** The instant in UTC with milliseconds, as in `2026-03-01T10:00:00.000Z`. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString()
}

/** Whether the text names a time zone of the IANA database, aliases and UTC included; offsets do not. */
export function isTimeZone(s: string): boolean {
  // Intl would also take offsets such as +01:00 and names of ICU's own.
  if (s.length > LONGEST_ZONE || !/^[a-z](?!ystemv\/)/i.test(s)) return false
  if (s.length === 3) return THREE_LETTERS.has(s.toUpperCase())
  const known = zones.get(s)
  if (known !== undefined) return known
  const isKnown = isTakenByIntl(s)
  zones.set(s, isKnown)
  return isKnown
}

function isTakenByIntl(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/**
 * Epoch milliseconds of the first instant of a day of the time zone (`2027-05-20`), or of one so many days later;
 * undefined where the text is no day that could be kept.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  try {
    const date = Temporal.PlainDate.from(day).add({ days: daysLater })
    const ms = date.toZonedDateTime({ timeZone }).epochMilliseconds
    return ms >= EARLIEST_MS && ms <= LATEST_MS ? ms : undefined
  } catch {
    return undefined
  }
}

/**
 * The instant with the offset of the zone at that time. An hour that a zone skips is read as the one behind it, one
 * that comes twice as the first. What is no local time is given back, for the schema to refuse.
 */
export function zonedTime(local: string, zone: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) || !isTimeZone(zone)) return local
  try {
    const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zone)
    return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  } catch {
    return local
  }
}

// Instants and time zones in the formats of the API.
import { Temporal } from 'temporal-polyfill'
import { LruMap } from 'toad-cache'

// The extended and the basic format of ISO 8601. A text cannot mix them, except for the offset.
const DATE_TIME =
  /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?|\d{8}T\d{4}(?:[0-5]\d(?:\.\d{1,9})?)?)(?:Z|[+-]\d\d(?::?\d\d)?)$/i
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

// Only these three-letter names are in the IANA database. ICU knows others (PST, JST) that other software does not.
const THREE_LETTERS = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const MAX_ZONE_LENGTH = 64
const zones = new LruMap<boolean>(1000)

/**
 * Epoch milliseconds of an ISO 8601 date-time with an offset (`+02:00`, `+0200`, `+02`) or Z, or undefined. Accepts the
 * extended format (`2027-05-20T09:30:00Z`) and the basic format (`20270520T093000Z`); seconds are optional. Rejects
 * leap seconds, a space instead of the T, annotations, and years outside 0001 to 9999 in UTC. Digits after the
 * millisecond are dropped.
 */
export function parseInstant(s: string): number | undefined {
  if (!DATE_TIME.test(s)) return undefined
  let ms: number
  try {
    ms = Temporal.Instant.from(s).epochMilliseconds
  } catch {
    return undefined
  }
  return isStorableInstant(ms) ? ms : undefined
}

/** Whether an instant (epoch milliseconds) is in the years 0001 to 9999 in UTC, which every part of the API can express. */
export const isStorableInstant = (ms: number): boolean => ms >= EARLIEST_MS && ms <= LATEST_MS

/** The instant in UTC with milliseconds: `2026-03-01T10:00:00.000Z`. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString()
}

/** The instant as a local time with its offset, to the second: `2026-03-01T11:00:00+01:00`. */
export const formatZoned = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ timeZone: zone, smallestUnit: 'second' })

/** Whether the text is the name of a time zone in the IANA database, including aliases and UTC. Offsets are not names. */
export function isTimeZone(s: string): boolean {
  // Intl would also accept offsets such as +01:00 and names that only ICU knows.
  if (s.length > MAX_ZONE_LENGTH || !/^[a-z](?!ystemv\/)/i.test(s)) return false
  if (s.length === 3) return THREE_LETTERS.has(s.toUpperCase())
  const known = zones.get(s)
  if (known !== undefined) return known
  const isKnown = isKnownToIntl(s)
  zones.set(s, isKnown)
  return isKnown
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/**
 * A local time with the offset of the zone at that time. An hour that the zone skips becomes the next one, and an hour
 * that occurs twice is the first occurrence. Invalid input is returned unchanged, for the schema to reject.
 */
export function zonedTime(local: string, zone: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(local) || !isTimeZone(zone)) return local
  try {
    const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zone)
    return zoned.toString({ timeZoneName: 'never' })
  } catch {
    return local
  }
}

/** Whether a local time occurs twice in the zone, because its clocks are set back. False for invalid input. */
export function occursTwice(local: string, zone: string): boolean {
  try {
    const time = Temporal.PlainDateTime.from(local)
    const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
      time.toZonedDateTime(zone, { disambiguation }),
    )
    return (
      first?.epochMilliseconds !== second?.epochMilliseconds && first?.toPlainDateTime().equals(time) === true
    )
  } catch {
    return false
  }
}

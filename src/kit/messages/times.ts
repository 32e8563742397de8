// Times, dates, and durations as pages say them, in every language.
import type { createFormats } from './formats.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `justNow` and `soon` say when something was, or will be, that is less than a minute away. */
export function createTimes(
  formats: ReturnType<typeof createFormats>,
  { justNow, soon }: { justNow: string; soon: string },
) {
  const { clock, day, shortDay, date, weekdayDate, range, shortRange, timestamp, shortTimestamp, zone } =
    formats
  const { unitParts, duration, relative, numeric } = formats
  return {
    clock,
    day,
    shortDay,
    date,
    weekdayDate,
    range,
    shortRange,
    unitParts,
    timestamp,
    shortTimestamp,
    zone,
    /** `May 20, 2027, 09:30:12, Europe/Brussels (GMT+2)` */
    timestampWithZone: (ms: number, timeZone: string) => `${timestamp(ms, timeZone)}, ${zone(ms, timeZone)}`,
    /** `1 hr, 5 min`, `29 min, 30 sec` */
    duration: (minutes: number) => {
      const seconds = Math.round(minutes * 60)
      return duration({
        hours: Math.floor(seconds / 3600),
        minutes: Math.floor(seconds / 60) % 60,
        seconds: seconds % 60,
      })
    },
    /** The time left, in the largest unit of which there are two: `in 3 days`, `in 47 hours`, `in 90 minutes`. */
    until: (ms: number) => {
      const [unit, size] = units.find(([, size]) => ms >= 2 * size) ?? (['minute', 60_000] as const)
      return numeric(Math.max(1, Math.trunc(ms / size)), unit)
    },
    /** `3 minutes ago`, `in 12 days`, `just now`, `in less than a minute` */
    fromNow: (at: number, now: number) => {
      const [unit, ms] = units.find(([, size]) => Math.abs(at - now) >= size) ?? []
      if (unit === undefined) return at > now ? soon : justNow
      return relative(Math.trunc((at - now) / ms), unit)
    },
  }
}

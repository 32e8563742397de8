// Times, dates, and durations.
import { formats } from './formats.ts'

const { clock, day, shortDay, date, weekdayDate, timestamp, shortTimestamp, zone, duration, relative } =
  formats

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export const time = {
  clock,
  day,
  shortDay,
  date,
  weekdayDate,
  timestamp,
  shortTimestamp,
  zone,
  /** `1 hr, 5 min`, `29 min, 30 sec` */
  duration: (minutes: number) => {
    const seconds = Math.round(minutes * 60)
    return duration({
      hours: Math.floor(seconds / 3600),
      minutes: Math.floor(seconds / 60) % 60,
      seconds: seconds % 60,
    })
  },
  /** The time left, to the minute, and from a day on to the hour: `2 days, 3 hr`, `2 hr, 5 min`, `1 min`. */
  until: (ms: number) => {
    const minutes = Math.max(1, Math.ceil(ms / 60_000))
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
    return duration(days > 0 ? { days, hours } : { hours, minutes: minutes % 60 })
  },
  /** `3 minutes ago`, `in 12 days`, `just now`, `in less than a minute` */
  fromNow: (at: number, now: number) => {
    const [unit, ms] = units.find(([, size]) => Math.abs(at - now) >= size) ?? []
    if (unit === undefined) return at > now ? 'in less than a minute' : 'just now'
    return relative(Math.trunc((at - now) / ms), unit)
  },
}

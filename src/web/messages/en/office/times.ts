// Times and durations of the Back Office.
import type { ComponentChildren } from 'preact'
import { formats } from '../formats.ts'

export const times = {
  /** `Thu, May 20, 2027, 09:30` */
  dayAndTime: (day: ComponentChildren, time: ComponentChildren) => [day, ', ', time],
  /** `May 20, 2027, 09:30:12 (Europe/Brussels (GMT+2))` */
  withZone: (time: string, zone: string) => `${time} (${zone})`,
  milliseconds: (ms: number) => `${formats.number(ms)} ms`,
  /** `12.3 ms` for a duration in microseconds. */
  microseconds: (us: number) => `${formats.number(Math.round(us / 100) / 10)} ms`,
  percent: formats.percent,
}

// Times and durations of the Back Office.
import { formats } from '../formats.ts'

export const times = {
  /** `May 20, 2027, 09:30:12, Europe/Brussels (GMT+2)` */
  withZone: (time: string, zone: string) => `${time}, ${zone}`,
  milliseconds: formats.milliseconds,
  percent: formats.percent,
}

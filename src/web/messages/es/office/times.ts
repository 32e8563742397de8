// Times and durations of the Back Office.
import type { Messages } from '../../messages.ts'
import { formats } from '../formats.ts'

export const times: Messages['office']['times'] = {
  /** `May 20, 2027, 09:30:12, Europe/Brussels (GMT+2)` */
  withZone: (time, zone) => `${time}, ${zone}`,
  milliseconds: formats.milliseconds,
  percent: formats.percent,
}

// Times, dates, and durations.
import { createTimes } from '../times.ts'
import { formats } from './formats.ts'

export const time = createTimes(formats, { justNow: 'ahora mismo', soon: 'en menos de un minuto' })

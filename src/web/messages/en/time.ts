// Times, dates, and durations.
import { createTimes } from '../times.ts'
import { formats } from './formats.ts'

export const time = createTimes(formats, { justNow: 'just now', soon: 'in less than a minute' })

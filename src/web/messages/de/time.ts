// Times, dates, and durations.
import { createTimes } from '../times.ts'
import { formats } from './formats.ts'

export const time = createTimes(formats, { justNow: 'gerade eben', soon: 'in weniger als einer Minute' })

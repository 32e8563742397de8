// Times, dates, and durations.
import { createTimes } from '../times.ts'
import { formats } from './formats.ts'

export const time = createTimes(formats, { justNow: 'à l’instant', soon: 'dans moins d’une minute' })

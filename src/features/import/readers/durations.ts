// Durations as people and programs write them.

import { Temporal } from 'temporal-polyfill'

// Hours and minutes in English, German, French, and Spanish.
const HOURS = `(?:h|hrs?|hours?|std|stunden?|heures?|horas?)`
const MINUTES = `(?:m|mins?|minutes?|minuten?|minutos?|'|′)`
const IN_HOURS = new RegExp(
  String.raw`^(\d+(?:[.,]\d+)?) ?${HOURS}\.?(?: ?(?:und |and |et |y )?(\d{1,2}) ?(?:${MINUTES}\.?)?)?$`,
)
const IN_MINUTES = new RegExp(String.raw`^(\d+)(?:[.,](\d+))? ?(?:${MINUTES}\.?)?$`)

const IN_PARTS = /^(\d+):(\d\d?)(?::(\d\d?))?$/

/**
 * The minutes of “90”, “1,5 Std.”, “1h30”, “90 min”, `1:30`, `1:30:00` (hours, minutes, and seconds), or `PT90M` (ISO
 * 8601); undefined for other texts.
 */
export function parseDuration(text: string): number | undefined {
  const plain = text.trim().toLowerCase()
  const [, hours, minutes, seconds = '0'] = IN_PARTS.exec(plain) ?? []
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
  const [, whole, fraction = '0'] = IN_MINUTES.exec(plain) ?? []
  if (whole !== undefined) return Number(`${whole}.${fraction}`)
  const [, inHours, rest = '0'] = IN_HOURS.exec(plain) ?? []
  if (inHours !== undefined) return Math.round(Number(inHours.replace(',', '.')) * 60) + Number(rest)
  try {
    return Temporal.Duration.from(plain).total('minutes')
  } catch {
    return undefined
  }
}

/** `1:12:00` as days, hours, and minutes, with only hours and minutes: `36:00`. Other texts are returned unchanged. */
export function withoutDays(text: string): string {
  const [, days = '', hours = '', minutes] = IN_PARTS.exec(text) ?? []
  if (minutes === undefined || Number(hours) > 23) return text
  return `${Number(days) * 24 + Number(hours)}:${minutes}`
}

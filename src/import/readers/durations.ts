// Durations as people write them.

// Hours and minutes in English, German, French, and Spanish.
const HOURS = `(?:h|hrs?|hours?|std|stunden?|heures?|horas?)`
const MINUTES = `(?:m|mins?|minutes?|minuten?|minutos?|'|′)`
const IN_HOURS = new RegExp(
  String.raw`^(\d+(?:[.,]\d+)?) ?${HOURS}\.?(?: ?(?:und |and |et |y )?(\d{1,2}) ?(?:${MINUTES}\.?)?)?$`,
)
const IN_MINUTES = new RegExp(String.raw`^(\d+)(?:[.,](\d+))? ?(?:${MINUTES}\.?)?$`)

/** A duration in minutes: `90` for “1,5 Std.”, “1h30”, and “90 min”. Other texts are returned unchanged. */
export function plainDuration(text: string): string {
  const plain = text.trim().toLowerCase()
  const minutes = IN_MINUTES.exec(plain)
  if (minutes) return minutes[2] === undefined ? (minutes[1] ?? '') : `${minutes[1]}.${minutes[2]}`
  const hours = IN_HOURS.exec(plain)
  if (!hours) return text
  const [, whole = '', rest = '0'] = hours
  return String(Math.round(Number(whole.replace(',', '.')) * 60) + Number(rest))
}

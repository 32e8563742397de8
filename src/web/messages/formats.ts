// Plurals, numbers, lists, dates, and durations as a language writes them, all through Intl.
import { LRUCache } from 'lru-cache'

/** The text for each plural category of the language (CLDR); `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const dateStyles = {
  // The 24-hour clock in every language: times of talks stay short and line up.
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  zoneName: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type DateStyle = keyof typeof dateStyles

/** The formats of a locale (BCP 47), such as `en-US`. */
export function createFormats(locale: string) {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const durations = new Intl.DurationFormat(locale, { style: 'short' })
  const date = createDateFormats(locale)
  return {
    /** `plural(2, { one: '# talk', other: '# talks' })` is `2 talks`. */
    plural: (count: number, forms: PluralForms): string =>
      (forms[plurals.select(count)] ?? forms.other).replaceAll('#', numbers.format(count)),
    /** `12,500` */
    number: (value: number): string => numbers.format(value),
    /** `lowercase letters, digits, and symbols`; `or` with the type `disjunction`. */
    list: (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
      new Intl.ListFormat(locale, { type }).format(items),
    /** `1 day, 2 hr, 5 min` */
    duration: (parts: { days?: number; hours?: number; minutes?: number }): string => durations.format(parts),
    ...date,
  }
}

/** Dates take epoch milliseconds and an IANA time zone. */
function createDateFormats(locale: string) {
  const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })
  const formatOf = (style: DateStyle, timeZone: string) => {
    const key = `${style} ${timeZone}`
    const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...dateStyles[style], timeZone })
    formats.set(key, format)
    return format
  }
  return {
    /** `09:30` */
    clock: (ms: number, zone: string): string => formatOf('clock', zone).format(ms),
    /** `Thursday, May 20, 2027` */
    day: (ms: number, zone: string): string => formatOf('day', zone).format(ms),
    /** `Thu, May 20` */
    shortDay: (ms: number, zone: string): string => formatOf('shortDay', zone).format(ms),
    /** The time zone with its short name at that instant: `Europe/Brussels (GMT+2)`. */
    zone: (ms: number, zone: string): string => {
      const parts = formatOf('zoneName', zone).formatToParts(ms)
      const short = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const name = zone.replaceAll('_', ' ')
      return short === '' || short === zone ? name : `${name} (${short})`
    },
  }
}

// Numbers, lists, dates, and durations as a language writes them, all through Intl.
import type { ComponentChildren } from 'preact'
import { LruMap } from 'toad-cache'
import { isolated } from '../../kernel/lib/text/bidi.ts'
import { canonicalLanguage } from '../../kernel/lib/text/language-tags.ts'

// The 24-hour clock in every language: times of talks stay short and line up.
const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const seconds = { ...minutes, second: '2-digit' } as const

const dateStyles = {
  clock: minutes,
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  weekdayDate: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  timestamp: { day: 'numeric', month: 'short', year: 'numeric', ...seconds },
  shortTimestamp: { day: 'numeric', month: 'short', ...seconds },
  zoneName: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type DateStyle = keyof typeof dateStyles

/** The formats of a locale (BCP 47), such as `en-US`. */
export function createFormats(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  const signedNumbers = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const milliseconds = new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: 'millisecond', unitDisplay: 'short' },
    ...{ minimumFractionDigits: 1, maximumFractionDigits: 1 },
  })
  const averages = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent' })
  const kilobytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte' })
  const megabytes = new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
  })
  const gigabytes = new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 },
  })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const numeric = new Intl.RelativeTimeFormat(locale)
  const conjunctions = new Intl.ListFormat(locale)
  const languages = new Intl.DisplayNames(locale, { type: 'language' })
  const durations = new Intl.DurationFormat(locale, { style: 'short' })
  // A page has hundreds of durations, few of them different, and formatting one takes long.
  const durationTexts = new LruMap<string>(500)
  const date = createDateFormats(locale)
  return {
    /** `12,500` */
    number: (value: number): string => numbers.format(value),
    /** An amount with its sign: `+5` */
    signed: (value: number): string => signedNumbers.format(value),
    /** `12.3 ms` */
    milliseconds: (ms: number): string => milliseconds.format(ms),
    /** `12%` for 0.12 */
    percent: (share: number): string => percents.format(share),
    /** Alphabetical, with numbers in numeric order: `Track 2` comes before `Track 10`. */
    compare: new Intl.Collator(locale, { numeric: true }).compare,
    /** `letters, digits, and symbols`; `or` with the type `disjunction`. */
    list: (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
      (type === 'conjunction' ? conjunctions : new Intl.ListFormat(locale, { type })).format(
        items.map(isolated),
      ),
    /** A list of elements, with the words and commas of the language between them. */
    listElements: (elements: readonly ComponentChildren[]): ComponentChildren[] => {
      const places = elements.map((_, index) => String(index))
      return conjunctions
        .formatToParts(places)
        .map(({ type, value }) => (type === 'element' ? elements[Number(value)] : value))
    },
    /** `1 day, 2 hr, 5 min`; every part is a whole number. */
    duration: (parts: { days?: number; hours?: number; minutes?: number; seconds?: number }): string => {
      const key = JSON.stringify(parts)
      const text = durationTexts.get(key) ?? durations.format(parts)
      durationTexts.set(key, text)
      return text
    },
    /** `German` for `de`. */
    languageName: (tag: string): string => (canonicalLanguage(tag) ? (languages.of(tag) ?? tag) : tag),
    /** `3 minutes ago`, `in 12 days`, `tomorrow` */
    relative: (value: number, unit: Intl.RelativeTimeFormatUnit): string => relative.format(value, unit),
    /** Without words for days, such as “tomorrow”, which depend on the time zone. */
    numeric: (value: number, unit: Intl.RelativeTimeFormatUnit): string => numeric.format(value, unit),
    /** When to try again: `in 30 seconds`; in minutes or hours, rounded up, if it takes longer than a minute and a half. */
    wait: (seconds: number): string => {
      const minutes = Math.ceil(seconds / 60)
      if (seconds <= 90) return relative.format(seconds, 'second')
      return minutes <= 90
        ? relative.format(minutes, 'minute')
        : relative.format(Math.ceil(minutes / 60), 'hour')
    },
    /** A number and its unit apart: `['12', 'days']`. */
    unitParts: (value: number, unit: 'day' | 'hour' | 'minute'): [number: string, unit: string] => {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
      const parts = format.formatToParts(value)
      const text = (isUnit: boolean) =>
        parts
          .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
          .map((part) => part.value)
      return [text(false).join(''), text(true).join('')]
    },
    /** A place in a video: `12:34` */
    place: (seconds: number): string =>
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    /** `850 kB`, `2.4 MB`, `1.2 GB` */
    fileSize: (bytes: number): string => {
      if (bytes >= 999_950_000) return gigabytes.format(bytes / 1e9)
      return bytes < 999_500 ? kilobytes.format(Math.ceil(bytes / 1000)) : megabytes.format(bytes / 1e6)
    },
    /** `4.0` */
    average: (value: number): string => averages.format(value),
    ...date,
  }
}

/** Dates take epoch milliseconds and an IANA time zone. */
function createDateFormats(locale: string) {
  const formats = new LruMap<Intl.DateTimeFormat>(500)
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
    /** `May 20, 2027` */
    date: (ms: number, zone: string): string => formatOf('date', zone).format(ms),
    /** `Thu, May 20, 2027` */
    weekdayDate: (ms: number, zone: string): string => formatOf('weekdayDate', zone).format(ms),
    /** Days from one instant to another: `Thu, May 20 – Fri, May 21, 2027` */
    range: (from: number, to: number, zone: string): string =>
      formatOf('weekdayDate', zone).formatRange(from, to),
    /** The same without the year: `Thu, May 20 – Fri, May 21` */
    shortRange: (from: number, to: number, zone: string): string =>
      formatOf('shortDay', zone).formatRange(from, to),
    /** `May 20, 2027, 09:30:12` */
    timestamp: (ms: number, zone: string): string => formatOf('timestamp', zone).format(ms),
    /** `May 20, 09:30:12` */
    shortTimestamp: (ms: number, zone: string): string => formatOf('shortTimestamp', zone).format(ms),
    /** The time zone with its short name at that instant: `Europe/Brussels (GMT+2)`. */
    zone: (ms: number, zone: string): string => {
      const parts = formatOf('zoneName', zone).formatToParts(ms)
      const short = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const name = zone.replaceAll('_', ' ')
      return short === '' || short === zone ? name : `${name} (${short})`
    },
  }
}

// Local times of the platform, as minutes since 1970 without a zone, and how the page says them.

export const DAY_MINUTES = 1440
export const SNAP = 5

export const dayOf = (at) => Math.floor(at / DAY_MINUTES)
export const dayText = (day) => new Date(day * DAY_MINUTES * 60_000).toISOString().slice(0, 10)
export const dayOfText = (text) => Math.floor(Date.parse(`${text}T00:00:00Z`) / 60_000 / DAY_MINUTES)
/** `2027-05-20T09:30:00.000` */
export const localText = (at) => new Date(Math.round(at * 60_000)).toISOString().slice(0, 23)
/** `09:30` */
export const timeText = (at) => localText(Math.floor(at)).slice(11, 16)
export const snap = (minutes) => Math.round(minutes / SNAP) * SNAP
/** The minutes after midnight of `09:30`. */
export const minutesOfText = (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Local minutes of an instant (epoch milliseconds). Seconds stay, as fractions. */
export function createLocalizer(timeZone) {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }
  const format = new Intl.DateTimeFormat('en-US', { ...numbers, hourCycle: 'h23', timeZone })
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    const { year, month, day, hour, minute } = parts
    return Date.UTC(year, month - 1, day, hour, minute) / 60_000 + (ms % 60_000) / 60_000
  }
}

/** Replaces the values of a text. */
export const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_whole, name) => values[name] ?? '')

export function createWording(language, texts) {
  const clocks = new Intl.DateTimeFormat(language, {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
  })
  const days = new Intl.DateTimeFormat(language, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  })
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const clock = (at) => clocks.format(Math.floor(at) * 60_000)
  const day = (number) => days.format(number * DAY_MINUTES * 60_000)
  return {
    clock,
    day,
    number: (value) => numbers.format(value),
    list: (items) => new Intl.ListFormat(language).format(items),
    compare: new Intl.Collator(language, { numeric: true }).compare,
    counted: (forms, count) =>
      fill(plurals.select(count) === 'one' ? forms.one : forms.other, { count: numbers.format(count) }),
    /** `Thu, May 20, 10:00 to 10:45, Hall` */
    place: ({ at, duration, room }) =>
      fill(room === null ? texts.placeWithoutRoom : texts.place, {
        ...{ day: day(dayOf(at)), from: clock(at), to: clock(at + duration), room },
      }),
  }
}

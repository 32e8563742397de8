// Writes iCalendar documents (RFC 5545). The usual npm package takes a second for two thousand events.
import { DAY_MS } from '../time/units.ts'

export type CalendarEvent = {
  /** Never changes, so that calendar programs replace the event when its content changes. */
  id: string
  /** Increases with each change. */
  sequence: number
  /** In epoch milliseconds, like the next two. */
  changedAt: number
  startAt: number
  endAt: number
  title: string
  description: string
  place: string
  tags: readonly string[]
  isCancelled: boolean
  /** An absolute URL. */
  url: string
}

/** The start of a published calendar. Its events and `CALENDAR_END` follow. */
export const calendarHead = (name: string): string =>
  linesText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Lectern//EN',
    'METHOD:PUBLISH',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
  ])

export const CALENDAR_END = 'END:VCALENDAR\r\n'

/** An event of a calendar. Times are in UTC; calendar programs show them in the user's time zone. */
export const eventText = (event: CalendarEvent): string => linesText(linesOf(event))

/** An all-day event, in the reader's time zone. */
export type DayEvent = Pick<CalendarEvent, 'id' | 'changedAt' | 'title' | 'place' | 'url'> & {
  /** The first and the last day, such as 2027-05-20. */
  firstDay: string
  lastDay: string
}

/** A calendar with one event that takes whole days, as an attachment of an e-mail. */
export const dayCalendar = ({ id, changedAt, title, place, url, firstDay, lastDay }: DayEvent): string =>
  calendarHead(title) +
  linesText([
    'BEGIN:VEVENT',
    `UID:${textOf(id)}`,
    `DTSTAMP:${timeOf(changedAt)}`,
    `DTSTART;VALUE=DATE:${dateOf(Date.parse(firstDay))}`,
    // The day after the last one (section 3.6.1).
    `DTEND;VALUE=DATE:${dateOf(Date.parse(lastDay) + DAY_MS)}`,
    `SUMMARY:${textOf(title)}`,
    `LOCATION:${textOf(place)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]) +
  CALENDAR_END

/** `20270520` (section 3.3.4) */
const dateOf = (ms: number): string => timeOf(ms).slice(0, 8)

const linesText = (lines: readonly string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('')

/**
 * DTSTAMP is the time of the last change and not of the request, so that the same programme gives the same document.
 */
const linesOf = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${textOf(event.id)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${timeOf(event.changedAt)}`,
  `LAST-MODIFIED:${timeOf(event.changedAt)}`,
  `DTSTART:${timeOf(event.startAt)}`,
  `DTEND:${timeOf(event.endAt)}`,
  `SUMMARY:${textOf(event.title)}`,
  `LOCATION:${textOf(event.place)}`,
  `DESCRIPTION:${textOf(event.description)}`,
  ...(event.tags.length > 0 ? [`CATEGORIES:${event.tags.map(textOf).join(',')}`] : []),
  `URL:${event.url}`,
  ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
  'END:VEVENT',
]

/** `20270520T073000Z` (section 3.3.5) */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that values must not contain (section 3.3.11).
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A value of type TEXT (section 3.3.11). */
const textOf = (text: string): string =>
  text
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')

const MAX_LINE_OCTETS = 75

/** Folds a line into lines of at most 75 octets without splitting a character (section 3.1). */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line
  const octets = Buffer.from(line)
  const parts: string[] = []
  for (let from = 0, to = 0; from < octets.length; from = to) {
    // The space at the start of a continuation line counts.
    to = Math.min(octets.length, from + MAX_LINE_OCTETS - (from === 0 ? 0 : 1))
    while (isContinuation(octets[to])) to -= 1
    parts.push(octets.toString('utf8', from, to))
  }
  return parts.join('\r\n ')
}

/** Whether an octet is a continuation byte of UTF-8 (RFC 3629, section 3). */
const isContinuation = (octet: number | undefined): boolean => octet !== undefined && (octet & 0xc0) === 0x80

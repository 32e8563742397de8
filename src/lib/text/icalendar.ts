// Calendars as text (RFC 5545). Written here, since the known writer takes a second for two thousand events.

export type CalendarEvent = {
  /** Stays what it is, so that a changed event takes the place of the former one. */
  id: string
  /** Grows with each change. */
  sequence: number
  /** Epoch milliseconds, as the two that follow. */
  changedAt: number
  startAt: number
  endAt: number
  title: string
  description: string
  place: string
  tags: readonly string[]
  /** An absolute address. */
  url: string
}

/** A published calendar. Its times are in UTC, which every program shows in its owner's time zone. */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Lectern//EN',
    'METHOD:PUBLISH',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** DTSTAMP is not the time of asking: the same programme is the same document. */
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
  'END:VEVENT',
]

/** `20270520T073000Z` (section 3.3.5) */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no value may hold is taken out (section 3.3.11).
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A value of the type TEXT (section 3.3.11). */
const textOf = (text: string): string =>
  text
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')

const LONGEST_LINE = 75

/** Lines of 75 octets at most, and no character torn apart (section 3.1). */
function fold(line: string): string {
  const octets = Buffer.from(line)
  if (octets.length <= LONGEST_LINE) return line
  const parts: string[] = []
  for (let from = 0, to = 0; from < octets.length; from = to) {
    // The space that begins a further line counts.
    to = Math.min(octets.length, from + LONGEST_LINE - (from === 0 ? 0 : 1))
    while (isInside(octets[to])) to -= 1
    parts.push(octets.toString('utf8', from, to))
  }
  return parts.join('\r\n ')
}

/** Whether an octet of UTF-8 continues a character (RFC 3629, section 3). */
const isInside = (octet: number | undefined): boolean => octet !== undefined && (octet & 0xc0) === 0x80

// The programme in the frab format (c3voc.de/wiki/schedule): days, rooms, and events.

import { v5 } from 'uuid'
import type { ScheduledEvent } from '../../../domain/site/feeds.ts'
import { alphabetically } from '../../../lib/text/collation.ts'
import { foldText } from '../../../lib/text/search-keys.ts'
import { type LocalTime, localTime, spanOfDay } from '../../../lib/time/conference-days.ts'
import { formatInstant } from '../../../lib/time/instants.ts'
import { mapInSlices } from '../../../lib/time/slices.ts'
import { strictUri } from '../../../lib/web/uris.ts'
import type { PlatformRow } from '../../../store/sql/tables.ts'
import { displayName } from '../../components/person.tsx'

export type FrabPerson = {
  guid: string
  name: string
  biography: string | null
  avatar: string | null
  url: string
}

export type FrabEvent = LocalTime & {
  guid: string
  /** Up to 2^31, for programs that do not support the guid. */
  id: number
  slug: string
  url: string
  title: string
  abstract: string
  description: string
  /** Epoch milliseconds. */
  endAt: number
  /** `01:30` */
  duration: string
  room: string
  track: string | null
  language: string | null
  type: string
  logo: string | null
  persons: FrabPerson[]
  attachments: { title: string; url: string }[]
  links: { title: string; url: string }[]
}

type FrabRoom = { name: string; guid: string }
export type FrabDay = {
  index: number
  date: string
  start: string
  end: string
  /** With the text of each event. */
  rooms: (FrabRoom & { events: string[] })[]
}

export type FrabSchedule = {
  /** Changes whenever the schedule changes. */
  version: string
  origin: string
  acronym: string
  title: string
  timeZone: string
  accent: string
  logo: string | null
  tracks: string[]
  rooms: FrabRoom[]
  /** The days on which a talk begins. The format requires at least one. */
  days: [FrabDay, ...FrabDay[]]
}

/** JSON or XML. */
export type FrabFormat = {
  event(event: FrabEvent, timeZone: string): string
  document(schedule: FrabSchedule): string
}

type Content = {
  platform: PlatformRow
  /** All talks, in the order of their ids. */
  portions: AsyncIterable<readonly ScheduledEvent[]>
  /** Of the site, for the addresses of talks and people. */
  origin: string
}

/** The events, which are most of the document, are written portion by portion, in slices. */
export async function frabDocument(format: FrabFormat, { platform, portions, origin }: Content) {
  const { settings, name } = platform
  const acronym = acronymOf(platform.slug)
  const numberOf = eventNumbers()
  const frame = { origin, acronym, timeZone: settings.timezone, room: name }
  const events: WrittenEvent[] = []
  let changedAt = platform.updatedAt
  for await (const portion of portions) {
    const written = await mapInSlices(portion, (scheduled) => {
      const event = eventOf(scheduled, numberOf(scheduled.talk.id), frame)
      const { day, room, track } = event
      const text = format.event(event, settings.timezone)
      return { startAt: scheduled.talk.startAt, day, room, track, text }
    })
    events.push(...written)
    for (const { talk, speakers } of portion)
      changedAt = Math.max(changedAt, talk.updatedAt, ...speakers.map(({ updatedAt }) => updatedAt))
  }
  events.sort((a, b) => a.startAt - b.startAt)
  const rooms = [...new Set(events.map(({ room }) => room))].sort(alphabetically)
  const guids = new Map(rooms.map((room) => [room, v5(room, platform.id)]))
  const roomOf = (room: string): FrabRoom => ({ name: room, guid: guids.get(room) ?? '' })
  return format.document({
    version: formatInstant(changedAt),
    origin,
    acronym,
    title: name,
    timeZone: settings.timezone,
    accent: settings.accent,
    logo: settings.logo && strictUri(settings.logo, origin),
    tracks: [...new Set(events.map(({ track }) => track))]
      .filter((track) => track !== null)
      .sort(alphabetically),
    rooms: rooms.map(roomOf),
    days: daysOf(events, platform, roomOf),
  })
}

type WrittenEvent = { startAt: number; day: string; room: string; track: string | null; text: string }

/** The format requires at least four of these characters. */
const acronymOf = (slug: string): string => slug.replaceAll('-', '_').padEnd(4, '_')

/** `room` is the room of talks without a room or track. */
type Frame = { origin: string; acronym: string; timeZone: string; room: string }

/** The format has no state, and programs that read it show the title. */
const CANCELLED = 'Canceled: '

function eventOf(
  { talk, speakers }: ScheduledEvent,
  id: number,
  { origin, acronym, timeZone, room }: Frame,
): FrabEvent {
  return {
    ...localTime(talk.startAt, timeZone),
    guid: talk.id,
    id,
    slug: `${acronym}-${id}-${slugOf(talk.title)}`,
    url: `${origin}/talks/${talk.id}`,
    title: talk.state === 'cancelled' ? `${CANCELLED}${talk.title}` : talk.title,
    abstract: talk.description,
    description: talk.details ?? '',
    endAt: talk.endAt,
    duration: durationOf(talk.duration),
    // The format needs a room. Without rooms, tracks separate what takes place at the same time.
    room: talk.room ?? talk.track ?? room,
    track: talk.track,
    language: talk.language,
    type: talk.kind === 'break' ? 'break' : (talk.tags[0] ?? ''),
    logo: talk.image && strictUri(talk.image, origin),
    persons: speakers.map((speaker) => ({
      guid: speaker.id,
      name: displayName(speaker),
      biography: speaker.description,
      avatar: speaker.avatar && strictUri(speaker.avatar, origin),
      url: `${origin}/speakers/${speaker.id}`,
    })),
    attachments: talk.files.map(({ label, url }) => ({ title: label, url: strictUri(url, origin) })),
    links: talk.links.map(({ label, url }) => ({ title: label, url: strictUri(url) })),
  }
}

const MAX_NUMBER = 2 ** 31

/**
 * Gives each ID a number that does not change when talks come and go. IDs sort by creation time and end in random digits:
 * they must come in their order, so that after a collision, the older talk keeps the number.
 */
export function eventNumbers(): (id: string) => number {
  const taken = new Set<number>()
  return (id) => {
    let number = Number.parseInt(id.slice(-8), 16) % MAX_NUMBER
    while (number === 0 || taken.has(number)) number = (number + 1) % MAX_NUMBER
    taken.add(number)
    return number
  }
}

const MAX_SLUG_LENGTH = 60

const slugOf = (title: string): string =>
  foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '') || 'talk'

/** `01:30`. The format has no seconds. */
function durationOf(duration: number): string {
  const minutes = Math.round(duration)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function daysOf(
  events: readonly { day: string; room: string; text: string }[],
  { createdAt, settings: { timezone } }: PlatformRow,
  roomOf: (name: string) => FrabRoom,
): FrabSchedule['days'] {
  const byDay = [...Map.groupBy(events, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1))
  const days = byDay.map(([date, ofDay], index) => ({
    index: index + 1,
    date,
    ...spanOfDay(date, timezone),
    rooms: [...Map.groupBy(ofDay, ({ room }) => room)]
      .sort(([a], [b]) => alphabetically(a, b))
      .map(([name, ofRoom]) => ({ ...roomOf(name), events: ofRoom.map(({ text }) => text) })),
  }))
  const [first, ...rest] = days
  if (first) return [first, ...rest]
  const date = localTime(createdAt, timezone).day
  return [{ index: 1, date, ...spanOfDay(date, timezone), rooms: [] }]
}

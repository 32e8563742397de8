// The programme in the frab format (c3voc.de/wiki/schedule): days, rooms, and events.

import { v5 } from 'uuid'
import { alphabetically } from '../../../kernel/lib/text/collation.ts'
import { withoutHtml } from '../../../kernel/lib/text/markdown.ts'
import { foldText } from '../../../kernel/lib/text/search-keys.ts'
import { type LocalTime, localTime, spanOfDay } from '../../../kernel/lib/time/conference-days.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { mapInSlices } from '../../../kernel/lib/time/slices.ts'
import { strictUri } from '../../../kernel/lib/web/uris.ts'
import { displayName } from '../../../kit/components/person.tsx'
import type { PlatformRow } from '../../platforms/tables.ts'
import type { ScheduledEvent } from './feeds.ts'
import type { OutlinedTalk } from './feeds-store.ts'
import type { FeedContent, FeedDocument } from './page-feed-parts.ts'

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
  /** Each room with its talks, by start. */
  rooms: (FrabRoom & { talks: OutlinedTalk[] })[]
}

/** Placeholder for the events of these talks. */
export type EventsHere = { talks: readonly OutlinedTalk[] }

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
  /** The days on which a talk starts. The format requires at least one. */
  days: [FrabDay, ...FrabDay[]]
}

/** JSON or XML. */
export type FrabFormat = {
  event(event: FrabEvent, timeZone: string): string
  /** Text between two events. */
  separator: string
  /** The document in parts. */
  document(schedule: FrabSchedule): Iterable<string | EventsHere>
}

/** The document, whose events are read and written later, where they are needed. */
export async function frabDocument(
  format: FrabFormat,
  { platform, outline, origin }: FeedContent,
): Promise<FeedDocument> {
  const { slug, name, settings } = platform
  const frame = { origin, acronym: acronymOf(slug), timeZone: settings.timezone, room: name }
  const numberOf = eventNumbers()
  const numbers = new Map(outline.map(({ id }) => [id, numberOf(id)]))
  const schedule = await scheduleOf({ platform, outline, origin })
  return {
    *pieces() {
      for (const part of format.document(schedule))
        if (typeof part === 'string') yield part
        else for (const { id, state } of part.talks) yield { id, state: `${state} ${numbers.get(id)}` }
    },
    separator: format.separator,
    write: (scheduled) =>
      format.event(eventOf(scheduled, numbers.get(scheduled.talk.id) ?? 0, frame), frame.timeZone),
  }
}

/** Everything except the events. */
async function scheduleOf({ platform, outline, origin }: FeedContent): Promise<FrabSchedule> {
  const { settings, name } = platform
  const rooms = [...new Set(outline.map((talk) => roomOf(talk, name)))].sort(alphabetically)
  const guids = new Map(rooms.map((room) => [room, v5(room, platform.id)]))
  const named = (room: string): FrabRoom => ({ name: room, guid: guids.get(room) ?? '' })
  return {
    version: formatInstant(
      outline.reduce((latest, { changedAt }) => Math.max(latest, changedAt), platform.updatedAt),
    ),
    origin,
    acronym: acronymOf(platform.slug),
    title: name,
    timeZone: settings.timezone,
    accent: settings.accent,
    logo: settings.logo && strictUri(settings.logo, origin),
    tracks: [...new Set(outline.map(({ track }) => track))]
      .filter((track) => track !== null)
      .sort(alphabetically),
    rooms: rooms.map(named),
    days: await daysOf(outline, platform, named),
  }
}

/** The format requires a room. Without rooms, tracks separate talks at the same time. */
const roomOf = ({ room, track }: Pick<OutlinedTalk, 'room' | 'track'>, platformName: string): string =>
  room ?? track ?? platformName

/** The format requires at least four of these characters. */
const acronymOf = (slug: string): string => slug.replaceAll('-', '_').padEnd(4, '_')

/** `room` is used for talks without a room or track. */
type Frame = { origin: string; acronym: string; timeZone: string; room: string }

/** The format has no state, so the title says it. */
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
    abstract: withoutHtml(talk.description),
    description: withoutHtml(talk.details ?? ''),
    endAt: talk.endAt,
    duration: durationOf(talk.duration),
    room: roomOf(talk, room),
    track: talk.track,
    language: talk.language,
    type: talk.kind === 'break' ? 'break' : (talk.tags[0] ?? ''),
    logo: talk.image && strictUri(talk.image, origin),
    persons: speakers.map((speaker) => ({
      guid: speaker.id,
      name: displayName(speaker),
      biography: speaker.description && withoutHtml(speaker.description),
      avatar: speaker.avatar && strictUri(speaker.avatar, origin),
      url: `${origin}/speakers/${speaker.id}`,
    })),
    attachments: talk.files.map(({ label, url }) => ({ title: label, url: strictUri(url, origin) })),
    links: talk.links.map(({ label, url }) => ({ title: label, url: strictUri(url) })),
  }
}

const MAX_NUMBER = 2 ** 31

/**
 * Gives each ID a number that does not change when talks are added or removed. IDs sort by creation time and end in
 * random digits. They must be passed in order, so that the older talk keeps its number after a collision.
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

async function daysOf(
  outline: readonly OutlinedTalk[],
  { name, createdAt, settings: { timezone } }: PlatformRow,
  named: (room: string) => FrabRoom,
): Promise<FrabSchedule['days']> {
  const sorted = outline.toSorted((a, b) => a.startAt - b.startAt)
  const dayOf = await mapInSlices(sorted, ({ startAt }) => localTime(startAt, timezone).day)
  const byDay = [...Map.groupBy(sorted, (_talk, index) => dayOf[index] ?? '')]
  const days = byDay.map(([date, ofDay], index) => ({
    index: index + 1,
    date,
    ...spanOfDay(date, timezone),
    rooms: [...Map.groupBy(ofDay, (talk) => roomOf(talk, name))]
      .sort(([a], [b]) => alphabetically(a, b))
      .map(([room, ofRoom]) => ({ ...named(room), talks: ofRoom })),
  }))
  const [first, ...rest] = days
  if (first) return [first, ...rest]
  const date = localTime(createdAt, timezone).day
  return [{ index: 1, date, ...spanOfDay(date, timezone), rooms: [] }]
}

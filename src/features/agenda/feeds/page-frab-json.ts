// The programme as schedule.json (c3voc.de/schedule/schema.json).
import { dateTimeAt } from '../../../kernel/lib/time/conference-days.ts'
import type { EventsHere, FrabDay, FrabEvent, FrabFormat, FrabPerson } from './page-frab-schedule.ts'

export const frabJson: FrabFormat = {
  event: (event, timeZone) => JSON.stringify(eventOf(event, timeZone)),

  separator: ',',

  *document({ version, origin, acronym, title, timeZone, accent, logo, tracks, rooms, days }) {
    const head = { $schema: 'https://c3voc.de/schedule/schema.json', generator: { name: 'Lectern' } }
    const conference = {
      acronym,
      title,
      start: days[0].date,
      end: (days.at(-1) ?? days[0]).date,
      daysCount: days.length,
      timeslot_duration: '00:05',
      ...zoneOf(timeZone),
      ...(logo === null ? {} : { logo }),
      colors: { primary: accent },
      url: `${origin}/agenda`,
      tracks: tracks.map((name) => ({ name })),
      rooms: rooms.map(({ name, guid }) => ({ name, guid, description: null, capacity: null })),
    }
    yield openMember(head, 'schedule')
    yield openMember({ version, base_url: `${origin}/` }, 'conference')
    yield openMember(conference, 'days')
    yield '['
    for (const day of days) yield* dayParts(day)
    yield ']}}}'
  },
}

/** The object as JSON with one more member, up to the value of that member. */
const openMember = (object: object, name: string): string =>
  `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:`

// The schema accepts no other names.
const ZONE = /^([A-Z][a-z]+\/[A-Z][a-z]+)|UTC$/

/** Aliases such as Japan get their canonical name. A time zone that the schema does not accept is left out. */
function zoneOf(timeZone: string): { time_zone_name?: string } {
  const { timeZone: own } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  const name = [timeZone, own].find((one) => ZONE.test(one))
  return name === undefined ? {} : { time_zone_name: name }
}

function* dayParts({ index, date, start, end, rooms }: FrabDay): Generator<string | EventsHere> {
  if (index > 1) yield ','
  yield openMember({ index, date, day_start: start, day_end: end }, 'rooms')
  for (const [position, { name, talks }] of rooms.entries()) {
    yield `${position === 0 ? '{' : ','}${JSON.stringify(name)}:[`
    yield { talks }
    yield ']'
  }
  yield rooms.length === 0 ? '{}}' : '}}'
}

const eventOf = (event: FrabEvent, timeZone: string) => ({
  guid: event.guid,
  id: event.id,
  logo: event.logo ?? '',
  date: event.dateTime,
  start: event.time,
  end: dateTimeAt(event.endAt, timeZone),
  duration: event.duration,
  room: event.room,
  slug: event.slug,
  url: event.url,
  title: event.title,
  subtitle: '',
  track: event.track,
  type: event.type,
  language: event.language,
  abstract: event.abstract,
  description: event.description,
  persons: event.persons.map(personOf),
  links: event.links,
  attachments: event.attachments,
})

/** Different programs read different ones of the two names. The schema does not allow an `id`. */
const personOf = ({ guid, name, biography, avatar, url }: FrabPerson) => ({
  guid,
  name,
  public_name: name,
  avatar,
  biography,
  url,
})

// Reads a schedule export from pretalx or frab (the JSON of https://c3voc.de/schedule/schema.json).
import Type, { type Static } from 'typebox'
import { countCodePoints } from '../../lib/text/text.ts'
import { dateTimeAt } from '../../lib/time/conference-days.ts'
import { isTimeZone, parseInstant } from '../../lib/time/instants.ts'
import { ImportFailure } from '../failure.ts'
import type { Programme, ProgrammeEvent } from '../programme.ts'
import { identifyPeople, type ListedPerson } from './frab-people.ts'
import { checkJson, LenientList, objectsOf, Text, textOf } from './json-files.ts'

const Person = Type.Object({
  guid: Text,
  code: Text,
  id: Text,
  email: Text,
  public_name: Text,
  name: Text,
  biography: Text,
  description: Text,
  abstract: Text,
  avatar: Text,
})
const Event = Type.Object({
  guid: Text,
  id: Text,
  title: Text,
  subtitle: Text,
  abstract: Text,
  description: Text,
  date: Text,
  end: Text,
  duration: Text,
  track: Text,
  type: Text,
  language: Text,
  room: Text,
  logo: Text,
  url: Text,
  links: LenientList,
  attachments: LenientList,
  persons: Type.Optional(Type.Union([Type.Array(Person), Type.Null()])),
})
const Day = Type.Object({ rooms: Type.Record(Type.String(), Type.Array(Event)) })
const Conference = Type.Object({
  acronym: Text,
  title: Text,
  time_zone_name: Text,
  days: Type.Array(Day),
})
const Export = Type.Object({ schedule: Type.Object({ base_url: Text, conference: Conference }) })

/**
 * `timeZone` is for an export that names none; the default is the time zone of the platform. An event is identified by
 * its guid, or by `<acronym>-<id>`.
 * @throws ImportFailure naming the member that does not match the format.
 */
export function readFrab(value: unknown, timeZone?: string): Programme {
  const { schedule } = checkJson(Export, value, {
    root: 'the file',
    expected: 'a schedule export from pretalx or frab',
  })
  const { conference } = schedule
  const acronym = textOf(conference.acronym)
  const title = textOf(conference.title)
  const listed = conference.days.flatMap((day, index) =>
    readDay(day, `schedule.conference.days[${index}]`, { acronym, programme: title }),
  )
  const { persons, notes } = identifyPeople(listed.map((event) => event.persons))
  const events = listed.map((event, index) => ({ ...event, persons: persons[index] ?? [] }))
  const named = textOf(conference.time_zone_name)
  const isKnown = isTimeZone(named)
  const isMatching = isKnown && events.every(({ date = '' }) => isTimeIn(date, named))
  const isOpen = isKnown && !isMatching && timeZone === undefined
  return {
    format: 'frab',
    source: acronym || title,
    title,
    timeZone: isMatching ? named : timeZone,
    baseUrl: textOf(schedule.base_url),
    kinds: ['talks'],
    events,
    sponsors: [],
    people: [],
    notes: [...(isOpen ? [{ code: 'zone_mismatch' as const, zone: named }] : []), ...notes],
  }
}

/** Whether the time has the offset of the zone. A time in UTC can be in any zone. */
function isTimeIn(date: string, timeZone: string): boolean {
  const instant = parseInstant(date)
  if (instant === undefined || /(?:Z|[+-]00(?::?00)?)$/i.test(date)) return true
  // Compares digits up to the minute, because the format of the time and its offset can vary (ISO 8601).
  const minuteOf = (text: string) => text.replace(/\D/g, '').slice(0, 12)
  return minuteOf(dateTimeAt(instant, timeZone)) === minuteOf(date)
}

type Context = { acronym: string; programme: string }

type ListedEvent = Omit<ProgrammeEvent, 'persons'> & { persons: ListedPerson[] }

const readDay = ({ rooms }: Static<typeof Day>, path: string, context: Context): ListedEvent[] =>
  Object.entries(rooms).flatMap(([room, events]) =>
    events.map((event, index) =>
      readEvent(event, `${path}.rooms[${JSON.stringify(room)}][${index}]`, { ...context, room }),
    ),
  )

function readEvent(
  event: Static<typeof Event>,
  path: string,
  { acronym, programme, room }: Context & { room: string },
): ListedEvent {
  const guid = textOf(event.guid)
  const id = textOf(event.id)
  if (guid === '' && id === '')
    throw new ImportFailure({ code: 'unexpected_json', detail: `${path} has no guid and no id.` })
  return {
    externalId: guid || `${acronym}-${id}`,
    title: textOf(event.title),
    ...readTexts(event),
    date: textOf(event.date),
    end: textOf(event.end),
    duration: textOf(event.duration),
    room: textOf(event.room) || room,
    track: textOf(event.track),
    language: textOf(event.language),
    tags: [textOf(event.type)],
    logo: textOf(event.logo),
    links: [
      { title: programme, url: textOf(event.url) },
      ...objectsOf(event.links).map(readLink),
      ...objectsOf(event.attachments).map(readLink),
    ],
    persons: (event.persons ?? []).map(readPerson),
  }
}

const MAX_DESCRIPTION_LENGTH = 800

/**
 * Most exports have a short abstract and a long description. A long description without an abstract also becomes the
 * details.
 */
function readTexts(event: Static<typeof Event>): { description: string; details: string } {
  const [abstract, long, subtitle] = [
    textOf(event.abstract),
    textOf(event.description),
    textOf(event.subtitle),
  ]
  if (abstract !== '') return { description: abstract, details: long === abstract ? '' : long }
  if (countCodePoints(long) > MAX_DESCRIPTION_LENGTH) return { description: subtitle, details: long }
  return { description: long || subtitle, details: '' }
}

const readLink = ({ title, url }: Record<string, unknown>) => ({ title: textOf(title), url: textOf(url) })

const readPerson = (person: Static<typeof Person>): ListedPerson => ({
  guid: textOf(person.guid),
  name: textOf(person.public_name) || textOf(person.name),
  code: textOf(person.code),
  id: textOf(person.id),
  email: textOf(person.email),
  biography: textOf(person.biography) || textOf(person.description) || textOf(person.abstract),
  avatar: textOf(person.avatar),
})

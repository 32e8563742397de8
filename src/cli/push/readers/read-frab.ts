// Reads a schedule export from pretalx or frab (the JSON of https://c3voc.de/schedule/schema.json).
import Type, { type Static } from 'typebox'
import { isTimeZone } from '../../../lib/time/instants.ts'
import { PushFailure } from '../failure.ts'
import type { Programme, ProgrammeEvent, ProgrammePerson } from '../programme.ts'
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
 * `timeZone` is for an export that names none; the default is UTC. An event is identified by its guid or else
 * `<acronym>-<id>`; its description is the abstract, the description, or the subtitle.
 * @throws PushFailure naming the member that does not match the format.
 */
export function readFrab(value: unknown, timeZone?: string): Programme {
  const { schedule } = checkJson(Export, value, {
    root: 'the file',
    expected: 'a schedule export from pretalx or frab',
  })
  const { conference } = schedule
  const acronym = textOf(conference.acronym)
  const title = textOf(conference.title)
  const ownZone = textOf(conference.time_zone_name)
  return {
    format: 'frab',
    source: acronym || title,
    title,
    timeZone: isTimeZone(ownZone) ? ownZone : (timeZone ?? 'UTC'),
    baseUrl: textOf(schedule.base_url),
    kinds: ['talks'],
    events: conference.days.flatMap((day, index) =>
      readDay(day, `schedule.conference.days[${index}]`, { acronym, programme: title }),
    ),
    sponsors: [],
    people: [],
    notes: [],
  }
}

type Context = { acronym: string; programme: string }

const readDay = ({ rooms }: Static<typeof Day>, path: string, context: Context): ProgrammeEvent[] =>
  Object.entries(rooms).flatMap(([room, events]) =>
    events.map((event, index) =>
      readEvent(event, `${path}.rooms[${JSON.stringify(room)}][${index}]`, { ...context, room }),
    ),
  )

function readEvent(
  event: Static<typeof Event>,
  path: string,
  { acronym, programme, room }: Context & { room: string },
): ProgrammeEvent {
  const guid = textOf(event.guid)
  const id = textOf(event.id)
  if (guid === '' && id === '') throw new PushFailure(`${path} has no guid and no id.`)
  return {
    externalId: guid || `${acronym}-${id}`,
    title: textOf(event.title),
    description: textOf(event.abstract) || textOf(event.description) || textOf(event.subtitle),
    date: textOf(event.date),
    end: textOf(event.end),
    duration: textOf(event.duration),
    track: textOf(event.track),
    tags: [textOf(event.type)],
    hiddenTags: [textOf(event.language), textOf(event.room) || room],
    logo: textOf(event.logo),
    links: [
      { title: programme, url: textOf(event.url) },
      ...objectsOf(event.links).map(readLink),
      ...objectsOf(event.attachments).map(readLink),
    ],
    persons: uniquePersons((event.persons ?? []).map(readPerson)),
  }
}

const readLink = ({ title, url }: Record<string, unknown>) => ({ title: textOf(title), url: textOf(url) })

function uniquePersons(persons: ProgrammePerson[]): ProgrammePerson[] {
  const isFirst = (person: ProgrammePerson, index: number) =>
    persons.findIndex(({ identity }) => identity === person.identity) === index
  return persons.filter(isFirst)
}

function readPerson(person: Static<typeof Person>): ProgrammePerson {
  const name = textOf(person.public_name) || textOf(person.name)
  const code = textOf(person.code)
  const id = textOf(person.id)
  const email = textOf(person.email)
  return {
    identity: textOf(person.guid) || code || id || email || name,
    name,
    code,
    id,
    email,
    biography: textOf(person.biography) || textOf(person.description) || textOf(person.abstract),
    avatar: textOf(person.avatar),
  }
}

// Reads a schedule export of pretalx or frab (the JSON of https://c3voc.de/schedule/schema.json).

import { isTimeZone } from '../../../lib/time/instants.ts'
import { PushFailure } from '../failure.ts'
import type { Programme, ProgrammeEvent, ProgrammePerson } from '../programme.ts'
import { asText, createTaker, isObject, type JsonObject } from './json-values.ts'

const take = createTaker('a schedule export of pretalx or frab')

/**
 * `timeZone` is that of an export that names none, else UTC. An event is known by its guid, else `<acronym>-<id>`;
 * its description is the abstract, else the description, else the subtitle.
 * @throws PushFailure naming the member that is not as the format says.
 */
export function readFrab(value: unknown, timeZone?: string): Programme {
  const schedule = member(take.object(value, 'the file'), 'schedule', '')
  const conference = member(schedule, 'conference', 'schedule.')
  const days = take.array(conference.days, 'schedule.conference.days')
  const acronym = asText(conference.acronym)
  const title = asText(conference.title)
  const ownZone = asText(conference.time_zone_name)
  return {
    format: 'frab',
    source: acronym || title,
    title,
    timeZone: isTimeZone(ownZone) ? ownZone : (timeZone ?? 'UTC'),
    baseUrl: asText(schedule.base_url),
    kinds: ['talks'],
    events: days.flatMap((day, index) =>
      readDay(day, `schedule.conference.days[${index}]`, { acronym, programme: title }),
    ),
    sponsors: [],
    people: [],
    notes: [],
  }
}

type Context = { acronym: string; programme: string }

const readDay = (day: unknown, where: string, context: Context): ProgrammeEvent[] =>
  Object.entries(member(take.object(day, where), 'rooms', `${where}.`)).flatMap(([room, events]) => {
    const place = `${where}.rooms[${JSON.stringify(room)}]`
    return take
      .array(events, place)
      .map((event, index) => readEvent(event, `${place}[${index}]`, { ...context, room }))
  })

function readEvent(value: unknown, where: string, context: Context & { room: string }): ProgrammeEvent {
  const event = take.object(value, where)
  const guid = asText(event.guid)
  const id = asText(event.id)
  if (guid === '' && id === '') throw new PushFailure(`${where} has neither a guid nor an id`)
  return {
    externalId: guid || `${context.acronym}-${id}`,
    title: asText(event.title),
    description: asText(event.abstract) || asText(event.description) || asText(event.subtitle),
    date: asText(event.date),
    end: asText(event.end),
    duration: asText(event.duration),
    track: asText(event.track),
    tags: [asText(event.type)],
    hiddenTags: [asText(event.language), asText(event.room) || context.room],
    logo: asText(event.logo),
    links: [
      { title: context.programme, url: asText(event.url) },
      ...asReferences(event.links),
      ...asReferences(event.attachments),
    ],
    persons: uniquePersons(take.array(event.persons ?? [], `${where}.persons`), `${where}.persons`),
  }
}

function uniquePersons(values: unknown[], where: string): ProgrammePerson[] {
  const persons = values.map((value, index) => readPerson(take.object(value, `${where}[${index}]`)))
  const isFirst = (person: ProgrammePerson, index: number) =>
    persons.findIndex(({ identity }) => identity === person.identity) === index
  return persons.filter(isFirst)
}

function readPerson(person: JsonObject): ProgrammePerson {
  const name = asText(person.public_name) || asText(person.name)
  const code = asText(person.code)
  const id = asText(person.id)
  const email = asText(person.email)
  return {
    identity: asText(person.guid) || code || id || email || name,
    name,
    code,
    id,
    email,
    biography: asText(person.biography) || asText(person.description) || asText(person.abstract),
    avatar: asText(person.avatar),
  }
}

const asReferences = (value: unknown): { title: string; url: string }[] =>
  (Array.isArray(value) ? value : []).filter(isObject).map((reference) => ({
    title: asText(reference.title),
    url: asText(reference.url),
  }))

const member = (parent: JsonObject, name: string, path: string): JsonObject =>
  take.object(parent[name], `${path}${name}`)

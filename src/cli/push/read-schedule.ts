// Reads a schedule export of pretalx or frab (the JSON of https://c3voc.de/schedule/schema.json) into plain events.

import { readFile } from 'node:fs/promises'
import { PushFailure } from './failure.ts'

export type SchedulePerson = {
  /** The same for one person in all events: guid, else code, else id, else the name. */
  identity: string
  name: string
  code: string
  id: string
  email: string
  biography: string
  avatar: string
}

export type ScheduleEvent = {
  /** The event's guid, else `<acronym>-<id>`; the same in every export of the programme. */
  externalId: string
  title: string
  /** The abstract, else the description, else the subtitle; may be empty. */
  description: string
  date: string
  end: string
  duration: string
  track: string
  type: string
  language: string
  room: string
  logo: string
  url: string
  references: { title: string; url: string }[]
  persons: SchedulePerson[]
}

/** Absent texts are ''; URLs stand as exported, some relative to `baseUrl`. */
export type Schedule = { title: string; timeZone: string; baseUrl: string; events: ScheduleEvent[] }

export async function readSchedule(file: string): Promise<Schedule> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PushFailure(`${file} cannot be read: ${error.code ?? error.message}`)
  })
  try {
    return parseSchedule(text)
  } catch (error) {
    if (error instanceof PushFailure) throw new PushFailure(`${file}: ${error.message}`)
    throw error
  }
}

/** @throws PushFailure naming the member that is not as the format says. */
export function parseSchedule(text: string): Schedule {
  const schedule = member(asObject(parseJson(text), 'the file'), 'schedule', '')
  const conference = member(schedule, 'conference', 'schedule.')
  const days = asArray(conference.days, 'schedule.conference.days')
  const acronym = asText(conference.acronym)
  return {
    title: asText(conference.title),
    timeZone: asText(conference.time_zone_name),
    baseUrl: asText(schedule.base_url),
    events: days.flatMap((day, index) => readDay(day, `schedule.conference.days[${index}]`, acronym)),
  }
}

const readDay = (day: unknown, where: string, acronym: string): ScheduleEvent[] =>
  Object.entries(member(asObject(day, where), 'rooms', `${where}.`)).flatMap(([room, events]) => {
    const place = `${where}.rooms[${JSON.stringify(room)}]`
    return asArray(events, place).map((event, index) =>
      readEvent(event, `${place}[${index}]`, { acronym, room }),
    )
  })

function readEvent(value: unknown, where: string, context: { acronym: string; room: string }): ScheduleEvent {
  const event = asObject(value, where)
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
    type: asText(event.type),
    language: asText(event.language),
    room: asText(event.room) || context.room,
    logo: asText(event.logo),
    url: asText(event.url),
    references: [...asReferences(event.links), ...asReferences(event.attachments)],
    persons: uniquePersons(asArray(event.persons ?? [], `${where}.persons`), `${where}.persons`),
  }
}

function uniquePersons(values: unknown[], where: string): SchedulePerson[] {
  const persons = values.map((value, index) => readPerson(asObject(value, `${where}[${index}]`)))
  const isFirst = (person: SchedulePerson, index: number) =>
    persons.findIndex(({ identity }) => identity === person.identity) === index
  return persons.filter(isFirst)
}

function readPerson(person: JsonObject): SchedulePerson {
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

type JsonObject = Record<string, unknown>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new PushFailure('this is not JSON')
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function asObject(value: unknown, where: string): JsonObject {
  if (isObject(value)) return value
  throw new PushFailure(`${where} is not a JSON object; a schedule export of pretalx or frab is wanted`)
}

const member = (parent: JsonObject, name: string, path: string): JsonObject =>
  asObject(parent[name], `${path}${name}`)

function asArray(value: unknown, where: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new PushFailure(`${where} is not a list; a schedule export of pretalx or frab is wanted`)
}

/** Trimmed text, a number as its digits, anything else ''. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

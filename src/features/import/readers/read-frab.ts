// Reads a schedule export from pretalx, frab, and others (https://c3voc.de/schedule/schema.json, or the same in XML).
import Type, { type Static } from 'typebox'
import { slugify } from '../../../kernel/lib/text/slugs.ts'
import { countCodePoints } from '../../../kernel/lib/text/text.ts'
import { dateTimeAt } from '../../../kernel/lib/time/conference-days.ts'
import { isTimeZone, parseInstant } from '../../../kernel/lib/time/instants.ts'
import { ImportFailure } from '../file/failure.ts'
import type { ImportProblem } from '../file/problems.ts'
import type { Programme, ProgrammeEvent } from '../file/programme.ts'
import { withoutDays } from './durations.ts'
import { readEmail } from './email-cells.ts'
import { identifyPeople, type ListedPerson } from './frab-people.ts'
import { fromHubSchedule, isHubSchedule } from './hub-schedule.ts'
import { checkJson, LenientList, objectsOf, Text, textOf } from './json-files.ts'
import { clockProblems, dayAfter, readTime } from './local-times.ts'

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
const People = Type.Optional(Type.Union([Type.Array(Person), Type.Null()]))
const Event = Type.Object({
  guid: Text,
  id: Text,
  title: Text,
  subtitle: Text,
  abstract: Text,
  description: Text,
  date: Text,
  /** The time of day. */
  start: Text,
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
  persons: People,
  moderators: People,
})
const Day = Type.Object({
  date: Text,
  day_start: Text,
  rooms: Type.Record(Type.String(), Type.Array(Event)),
})
const Conference = Type.Object({
  acronym: Text,
  title: Text,
  time_zone_name: Text,
  /** The time of day at which a day begins, in schedules of Pentabarf. */
  day_change: Text,
  days: Type.Array(Day),
})
const Export = Type.Object({
  generator: Type.Optional(Type.Unknown()),
  schedule: Type.Object({ base_url: Text, conference: Conference }),
})

/**
 * `timeZone` is for an export that names none; the default is the time zone of the platform. An event is identified by
 * its guid, or by its id after the acronym or title of the conference: `numbers30-11`.
 * @throws ImportFailure naming the member that does not match the format.
 */
export function readFrab(value: unknown, timeZone?: string): Programme {
  const { schedule, generator } = checkJson(Export, isHubSchedule(value) ? fromHubSchedule(value) : value, {
    root: 'the file',
    expected: 'a schedule export from pretalx or frab',
  })
  const { conference } = schedule
  const slots = slotsOf(conference)
  const named = textOf(conference.time_zone_name)
  const isKnown = isTimeZone(named)
  const isMatching = isKnown && slots.every(({ event }) => isTimeIn(textOf(event.date), named))
  const isOpen = isKnown && !isMatching && timeZone === undefined
  const zone = isMatching ? named : timeZone
  const acronym = textOf(conference.acronym) || slugify(textOf(conference.title), MAX_ACRONYM_LENGTH)
  const title = textOf(conference.title)
  const isPretalx = isFromPretalx(generator, slots)
  const listed = slots.map((slot) => readEvent(slot, { acronym, programme: title, zone, isPretalx }))
  const { persons, notes } = identifyPeople(listed.flatMap((event) => [event.persons, event.moderators]))
  const hasModerators = listed.some(({ moderators }) => moderators.length > 0)
  const events = listed.map((event, index) => ({
    ...event,
    persons: persons[2 * index] ?? [],
    moderators: hasModerators ? (persons[2 * index + 1] ?? []) : undefined,
  }))
  return {
    format: 'frab',
    source: textOf(conference.acronym) || title,
    title,
    timeZone: zone,
    baseUrl: textOf(schedule.base_url),
    kinds: ['talks'],
    events,
    sponsors: [],
    people: [],
    notes: [
      ...(isOpen ? [{ code: 'zone_mismatch' as const, zone: named }] : []),
      ...(isPretalx ? [] : noteDurations(listed)),
      ...noteNameless(slots, listed),
      ...notes,
    ],
  }
}

const MAX_ACRONYM_LENGTH = 40

type EventData = Static<typeof Event>
/** An event in its place, with the date and the first time of its day. */
type Slot = { event: EventData; path: string; room: string; day: { date: string; startsAt: string } }

function slotsOf({ days, day_change }: Static<typeof Conference>): Slot[] {
  return days.flatMap(({ date, day_start, rooms }, place) => {
    const startsAt = /T(\d\d:\d\d)/.exec(textOf(day_start))?.[1] ?? textOf(day_change).slice(0, 5)
    return Object.entries(rooms).flatMap(([room, events]) =>
      events.map((event, index) => ({
        ...{ event, room, day: { date: textOf(date), startsAt } },
        path: `schedule.conference.days[${place}].rooms[${JSON.stringify(room)}][${index}]`,
      })),
    )
  })
}

/** Whether the time has the offset of the zone. A local time and a time in UTC can be in any zone. */
function isTimeIn(date: string, timeZone: string): boolean {
  const instant = parseInstant(date)
  if (instant === undefined || /(?:Z|[+-]00(?::?00)?)$/i.test(date)) return true
  // Compares digits up to the minute, because the format of the time and its offset can vary (ISO 8601).
  const minuteOf = (text: string) => text.replace(/\D/g, '').slice(0, 12)
  return minuteOf(dateTimeAt(instant, timeZone)) === minuteOf(date)
}

/** Only pretalx gives people codes. Older versions do not name themselves. */
const isFromPretalx = (generator: unknown, slots: readonly Slot[]): boolean =>
  objectsOf([generator]).some(({ name }) => textOf(name).toLowerCase() === 'pretalx') ||
  slots.some(({ event }) => event.persons?.some(({ code }) => textOf(code) !== ''))

type Context = { acronym: string; programme: string; zone: string | undefined; isPretalx: boolean }

type ListedEvent = Omit<ProgrammeEvent, 'persons' | 'moderators'> & {
  persons: ListedPerson[]
  moderators: ListedPerson[]
}

function readEvent(slot: Slot, { acronym, programme, zone, isPretalx }: Context): ListedEvent {
  const { event, path, room } = slot
  const guid = textOf(event.guid)
  const id = textOf(event.id)
  if (guid === '' && id === '')
    throw new ImportFailure({ code: 'unexpected_json', detail: `${path} has no guid and no id.` })
  const duration = textOf(event.duration)
  return {
    externalId: guid || [acronym, id].filter(Boolean).join('-'),
    title: textOf(event.title),
    ...readTexts(event),
    ...readStart(slot, zone),
    end: textOf(event.end),
    duration: isPretalx ? withoutDays(duration) : duration,
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
    persons: readPeople(event.persons),
    moderators: readPeople(event.moderators),
  }
}

/** A time without a date is on the day of the event, or in the night after it if it is earlier than the day begins. */
function readStart({ event, path, day }: Slot, zone: string | undefined) {
  const [date, clock] = [textOf(event.date), textOf(event.start)]
  const isWhole = date === '' || /^\d{4}-\d\d-\d\d$/.test(date)
  const isNight = date === '' && clock.padStart(5, '0') < day.startsAt
  const local = isWhole ? `${isNight ? dayAfter(day.date) : date || day.date} ${clock}` : date
  if (clock === '' && isWhole) return { date: '' }
  const result = readTime(local, { timeZone: zone })
  if ('time' in result) return { date: result.time }
  if (result.problem === 'zoneless') throw new ImportFailure({ code: 'zone_missing', path: `${path}.start` })
  return { date: local, problems: clockProblems(result.problem, zone) }
}

/** Entries without a name and e-mail, as some programs write for people who do not want to be listed. */
const isNameless = ({ name, email }: ListedPerson): boolean => name === '' && email === ''

/** Leaves out nameless people if others remain. Otherwise, the event would look like a break. */
function readPeople(people: EventData['persons']): ListedPerson[] {
  const listed = (people ?? []).map(readPerson)
  return listed.every(isNameless) ? listed : listed.filter((person) => !isNameless(person))
}

function noteNameless(slots: readonly Slot[], listed: readonly ListedEvent[]): ImportProblem[] {
  const counts = slots.map(({ event }, index) => {
    const kept = listed[index]
    const all = (event.persons?.length ?? 0) + (event.moderators?.length ?? 0)
    return all - (kept?.persons.length ?? 0) - (kept?.moderators.length ?? 0)
  })
  const count = counts.reduce((sum, one) => sum + one, 0)
  const first = listed[counts.findIndex((one) => one > 0)]?.title ?? ''
  return count === 0 ? [] : [{ code: 'people_nameless', count, first }]
}

function noteDurations(listed: readonly ListedEvent[]): ImportProblem[] {
  const unclear = listed.flatMap(({ duration = '' }) =>
    withoutDays(duration) === duration ? [] : [duration],
  )
  const [first] = unclear
  return first === undefined ? [] : [{ code: 'durations_in_seconds', count: unclear.length, first }]
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
  email: readEmail(textOf(person.email)),
  biography: textOf(person.biography) || textOf(person.description) || textOf(person.abstract),
  avatar: textOf(person.avatar),
})

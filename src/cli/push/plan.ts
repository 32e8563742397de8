// Turns an event of the export into the body of its talk, or into the reason why it cannot go in.

import { canonicalEmail } from '../../lib/email.ts'
import { countCodePoints, cutAtWord } from '../../lib/text.ts'
import { formatInstant, isTimeZone, parseInstant } from '../../lib/times.ts'
import { isPublicHttpsUrl } from '../../lib/urls.ts'
import { splitName } from './names.ts'
import type { ScheduleEvent, SchedulePerson } from './read-schedule.ts'

/** The limits of the API, in code points, minutes and entries. */
const limits = { name: 100, title: 140, description: 800, short: 60, label: 255, externalId: 200 } as const
const LONGEST_DURATION_MINUTES = 1440
const MOST_LINKS = 50

export type SpeakerBody = {
  email: string
  firstName: string
  lastName: string
  description?: string
  avatar?: string
}

/**
 * What a push sends of a talk. `type`, `video`, marks, features and moderators are left to the Back Office,
 * and `image` too where the event has no logo. `start` is an ISO 8601 instant in UTC, `duration` in minutes.
 */
export type TalkBody = {
  title: string
  description: string
  speakers: SpeakerBody[]
  start: string
  timezone: string
  duration: number
  track: string | null
  tags: string[]
  hiddenTags: string[]
  links: { label: string; url: string }[]
  image?: string
}

/** A text that --truncate shortened; lengths in code points. */
export type Cut = { what: string; from: number; to: number }

export type PlannedTalk = { event: ScheduleEvent; body: TalkBody; cuts: Cut[] }
export type RefusedEvent = { event: ScheduleEvent; reason: string }

export type PlanSettings = {
  /** Name of the programme, the label of the link to the event's own page. */
  programme: string
  baseUrl: string
  timeZone: string
  truncate: boolean
  /** E-mail address by identity of the person. */
  emails: Map<string, string>
}

/** Every event once, in the order of the export; a second event with the same identifier is refused. */
export function planTalks(events: ScheduleEvent[], settings: PlanSettings): (PlannedTalk | RefusedEvent)[] {
  const seen = new Set<string>()
  return events.map((event) => {
    if (seen.has(event.externalId))
      return { event, reason: 'another event of the file has the same identifier' }
    seen.add(event.externalId)
    return planTalk(event, settings)
  })
}

export function planTalk(event: ScheduleEvent, settings: PlanSettings): PlannedTalk | RefusedEvent {
  const notes: Notes = { cuts: [], problems: [], truncate: settings.truncate }
  checkIdentity(event, notes)
  const image = publicUrl(event.logo, settings.baseUrl)
  const body: TalkBody = {
    title: limitText(event.title, limits.title, 'title', notes),
    description: limitText(event.description, limits.description, 'description', notes),
    speakers: planSpeakers(event, settings, notes),
    start: planStart(event, notes),
    timezone: isTimeZone(settings.timeZone) ? settings.timeZone : 'UTC',
    duration: planDuration(event, notes),
    track: limitText(event.track, limits.short, 'track', notes) || null,
    tags: shortTags([event.type]),
    hiddenTags: shortTags([event.language, event.room]),
    links: planLinks(event, settings),
    ...(image === undefined ? {} : { image }),
  }
  if (notes.problems.length > 0) return { event, reason: notes.problems.join('; ') }
  return { event, body, cuts: notes.cuts }
}

type Notes = { cuts: Cut[]; problems: string[]; truncate: boolean }

const isIdentifier = /^[^\p{Cc}\p{Cs}]+$/u

function checkIdentity(event: ScheduleEvent, notes: Notes): void {
  if (countCodePoints(event.externalId) > limits.externalId || !isIdentifier.test(event.externalId)) {
    notes.problems.push(
      `its identifier cannot be used: more than ${limits.externalId} characters, or not plain text`,
    )
  }
  if (event.title === '') notes.problems.push('it has no title')
  if (event.persons.length === 0) notes.problems.push('it has no persons, and a talk needs one')
}

/** Without --truncate nothing is ever altered: a text that is too long refuses the event. */
function limitText(text: string, max: number, what: string, notes: Notes): string {
  const length = countCodePoints(text)
  if (length <= max) return text
  if (!notes.truncate) {
    notes.problems.push(`the ${what} has ${length} characters, at most ${max} fit (--truncate cuts it)`)
    return text
  }
  const cut = cutAtWord(text, max)
  notes.cuts.push({ what, from: length, to: countCodePoints(cut) })
  return cut
}

function planSpeakers(event: ScheduleEvent, settings: PlanSettings, notes: Notes): SpeakerBody[] {
  const speakers = new Map<string, SpeakerBody>()
  for (const person of event.persons) {
    const speaker = planSpeaker(person, settings, notes)
    const key = canonicalEmail(speaker.email)
    if (!speakers.has(key)) speakers.set(key, speaker)
  }
  return [...speakers.values()]
}

function planSpeaker(person: SchedulePerson, settings: PlanSettings, notes: Notes): SpeakerBody {
  if (person.name === '') notes.problems.push('one of its persons has no name')
  const { firstName, lastName } = splitName(person.name)
  const description = limitText(person.biography, limits.description, `biography of ${person.name}`, notes)
  const avatar = publicUrl(person.avatar, settings.baseUrl)
  return {
    email: settings.emails.get(person.identity) ?? person.email,
    firstName: limitText(firstName, limits.name, `first name of ${person.name}`, notes),
    lastName: limitText(lastName, limits.name, `last name of ${person.name}`, notes),
    ...(description === '' ? {} : { description }),
    ...(avatar === undefined ? {} : { avatar }),
  }
}

function planStart(event: ScheduleEvent, notes: Notes): string {
  const instant = parseInstant(event.date)
  if (instant !== undefined) return formatInstant(instant)
  notes.problems.push('its date is not a time with an offset (ISO 8601)')
  return ''
}

function planDuration(event: ScheduleEvent, notes: Notes): number {
  const minutes = parseDuration(event.duration) ?? minutesBetween(event.date, event.end)
  if (minutes !== undefined && minutes >= 1 && minutes <= LONGEST_DURATION_MINUTES) return minutes
  notes.problems.push(`its duration is not between 1 and ${LONGEST_DURATION_MINUTES} minutes`)
  return 0
}

/** Minutes of `HH:MM` or, as frab writes long ones, `D:HH:MM`. */
function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d+):)?(\d+):([0-5]\d)$/.exec(text)
  if (match === null) return undefined
  const [, days = '0', hours = '0', minutes = '0'] = match
  return (Number(days) * 24 + Number(hours)) * 60 + Number(minutes)
}

function minutesBetween(start: string, end: string): number | undefined {
  const [from, to] = [parseInstant(start), parseInstant(end)]
  return from === undefined || to === undefined ? undefined : Math.round((to - from) / 60_000)
}

/** A label too long for a tag is left out: half a tag would be another tag. */
function shortTags(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '' && countCodePoints(text) <= limits.short)
}

function planLinks(event: ScheduleEvent, settings: PlanSettings): { label: string; url: string }[] {
  const links = new Map<string, { label: string; url: string }>()
  for (const { title, url } of [{ title: settings.programme, url: event.url }, ...event.references]) {
    const address = publicUrl(url, settings.baseUrl)
    if (address === undefined || links.has(address)) continue
    links.set(address, { label: cutAtWord(title || new URL(address).hostname, limits.label), url: address })
  }
  return [...links.values()].slice(0, MOST_LINKS)
}

/** The absolute address where the API would take it; the format allows ones relative to the base URL. */
function publicUrl(url: string, baseUrl: string): string | undefined {
  if (url === '') return undefined
  const address = URL.parse(url, baseUrl === '' ? undefined : baseUrl)?.href
  return address !== undefined && isPublicHttpsUrl(address) ? address : undefined
}

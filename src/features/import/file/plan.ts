// Turns an event of the file into the body of a talk, or into the reason it cannot be sent.

import { canonicalEmail, isEmail } from '../../../kernel/lib/text/email.ts'
import { withoutHtml } from '../../../kernel/lib/text/markdown.ts'
import { countCodePoints, cutAtWord } from '../../../kernel/lib/text/text.ts'
import { formatInstant, parseInstant } from '../../../kernel/lib/time/instants.ts'
import { isPublicHttpsUrl, isRtmpUrl } from '../../../kernel/lib/web/urls.ts'
import { youtubeEmbedUrl } from '../../../kernel/lib/web/youtube-urls.ts'
import type { TalkType } from '../../talks/schema.ts'
import { parseDuration } from '../readers/durations.ts'
import { type PersonName, splitName } from '../readers/names.ts'
import { emptyAttributes } from './edits.ts'
import { languageTagOf } from './language-names.ts'
import type { ImportProblem, LimitedText } from './problems.ts'
import type { ProgrammeEvent, ProgrammePerson } from './programme.ts'

/**
 * The limits of the API, in code points, entries, and minutes, for shortening texts, leaving out surplus entries, and
 * reasons in terms of the file. The server checks all other rules.
 */
const limits = {
  ...{
    name: 100,
    title: 140,
    description: 800,
    details: 10_000,
    room: 100,
    short: 60,
    label: 255,
    externalId: 200,
  },
  links: 50,
  minutes: 1440,
} as const

export type PersonBody = {
  email: string
  firstName: string
  lastName: string
  description?: string
  avatar?: string
  job?: string
  company?: string
  highlighted?: true
}

/**
 * The attributes of a talk that are in the file. Schedule exports do not contain `type`, `video`, flags, features, and
 * moderators, so the server keeps them; a table can have columns for them. A video without a type gets the type that
 * fits. `start` is an ISO 8601 instant in UTC, `duration` is in minutes.
 */
export type TalkBody = {
  kind?: 'talk' | 'break'
  title?: string
  description?: string
  details?: string | null
  speakers?: PersonBody[]
  moderators?: PersonBody[]
  start?: string
  timezone?: string
  duration?: number
  room?: string | null
  track?: string | null
  language?: string | null
  tags?: string[]
  links?: { label: string; url: string }[]
  image?: string
  [attribute: string]: unknown
}

/** A text shortened by --truncate. Lengths are in code points. */
export type Cut = { text: LimitedText; person: string | undefined; from: number; to: number }

export type PlannedTalk = { event: ProgrammeEvent; body: TalkBody; keepEdits: string[]; cuts: Cut[] }
export type RefusedEvent = { event: ProgrammeEvent; problems: ImportProblem[] }

export type PlanSettings = {
  baseUrl: string
  timeZone: string | undefined
  truncate: boolean
  /** E-mail address by identity of the person. */
  emails: Map<string, string>
}

/** Plans each event, in the order of the file. A second event with the same identifier is refused. */
export function planTalks(events: ProgrammeEvent[], settings: PlanSettings): (PlannedTalk | RefusedEvent)[] {
  const isRepeated = repetitionFinder()
  return events.map((event) =>
    isRepeated(event) ? { event, problems: [{ code: 'id_twice' }] } : planTalk(event, settings),
  )
}

type Identified = { id?: string | undefined; externalId: string }

/**
 * Tells, in the order of the file, whether an earlier entry has the same identifier, or the id of the same exported
 * object. Without an identifier, the problem is the cell that should contain it.
 */
export function repetitionFinder(): (entry: Identified) => boolean {
  const seen = new Set<string>()
  return ({ id, externalId }) => {
    const own = [...(externalId ? [`external ${externalId}`] : []), ...(id ? [`id ${id.toLowerCase()}`] : [])]
    const isRepeated = own.some((one) => seen.has(one))
    for (const one of own) seen.add(one)
    return isRepeated
  }
}

export function planTalk(event: ProgrammeEvent, settings: PlanSettings): PlannedTalk | RefusedEvent {
  const notes: Notes = { cuts: [], problems: [...(event.problems ?? [])], truncate: settings.truncate }
  checkIdentity(event, notes)
  const { title, description, details, room, track, language, tags, links } = event
  const { persons, moderators } = event
  const type = typeOfVideo(event.attributes?.video)
  const body: TalkBody = withoutAbsent({
    kind: given(persons, (people) => (people.length > 0 ? 'talk' : 'break')),
    title: given(title, (text) => limitText(text, limits.title, { text: 'title' }, notes)),
    description: given(description, (text) =>
      limitText(text, limits.description, { text: 'description' }, notes),
    ),
    details: given(details, (text) => limitText(text, limits.details, { text: 'details' }, notes) || null),
    speakers: given(persons, (people) =>
      people.length > 0 ? planPeople(people, settings, notes) : undefined,
    ),
    moderators: given(moderators, (people) => planPeople(people, settings, notes)),
    start: given(event.date, (date) => planStart(date, notes)),
    timezone: settings.timeZone,
    duration: planDuration(event, notes),
    room: given(room, (text) => limitText(text, limits.room, { text: 'room' }, notes) || null),
    track: given(track, (text) => limitText(text, limits.short, { text: 'track' }, notes) || null),
    language: given(language, planLanguage),
    tags: given(tags, shortTags),
    links: given(links, (references) => planLinks(references, settings)),
    image: publicUrl(event.logo ?? '', settings.baseUrl),
    ...type,
    ...event.attributes,
  })
  if (notes.problems.length > 0) return { event, problems: notes.problems }
  const keepEdits = [
    ...emptyAttributes(body, event.emptied),
    ...(body.kind === 'break' && event.attributes?.kind === undefined ? ['/kind'] : []),
    ...(type !== undefined && event.attributes?.type === undefined ? ['/type'] : []),
  ]
  return { event, body, keepEdits, cuts: notes.cuts }
}

/** The type of a talk whose file names a video without a type. All other talks have a type only if the file has one. */
function typeOfVideo(video: unknown): { type: TalkType } | undefined {
  if (typeof video !== 'string') return undefined
  if (youtubeEmbedUrl(video) !== undefined) return { type: 'youtube' }
  return { type: isRtmpUrl(video) ? 'rtmp' : 'external' }
}

/** Leaves out attributes that are not in the file. */
const given = <T, R>(value: T | undefined, plan: (value: T) => R): R | undefined =>
  value === undefined ? undefined : plan(value)

const withoutAbsent = (body: Record<string, unknown>): TalkBody =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

type Notes = { cuts: Cut[]; problems: ImportProblem[]; truncate: boolean }

export const isIdentifier = (text: string): boolean =>
  countCodePoints(text) <= limits.externalId && /^[^\p{Cc}\p{Cs}]+$/u.test(text)

export const unusableIdentifier: ImportProblem = { code: 'id_unusable', max: limits.externalId }

function checkIdentity(event: ProgrammeEvent, notes: Notes): void {
  if (event.externalId !== '' && !isIdentifier(event.externalId)) notes.problems.push(unusableIdentifier)
  if (event.title === '') notes.problems.push({ code: 'title_missing' })
}

/** An unrecognized language leaves the one on the server unchanged. */
const planLanguage = (text: string): string | null | undefined => (text === '' ? null : languageTagOf(text))

type Place = { text: LimitedText; person?: string }

/** Without --truncate, texts are never changed, and a text that is too long refuses the event. */
function limitText(value: string, max: number, { text, person }: Place, notes: Notes): string {
  const length = countCodePoints(value)
  if (length <= max) return value
  if (!notes.truncate) {
    notes.problems.push({ code: 'text_too_long', text, person, length, max })
    return value
  }
  // A cut within HTML would leave a part of a tag.
  const cut = cutAtWord(withoutHtml(value), max)
  notes.cuts.push({ text, person, from: length, to: countCodePoints(cut) })
  return cut
}

function planPeople(persons: ProgrammePerson[], settings: PlanSettings, notes: Notes): PersonBody[] {
  const people = new Map<string, PersonBody>()
  for (const person of persons) {
    const body = planPerson(person, settings, notes)
    const key = canonicalEmail(body.email)
    if (!people.has(key)) people.set(key, body)
  }
  return [...people.values()]
}

function planPerson(person: ProgrammePerson, settings: PlanSettings, notes: Notes): PersonBody {
  const { name, job, company } = person
  const email = settings.emails.get(person.identity) ?? person.email
  if (name === '') notes.problems.push({ code: 'name_missing', email: person.email })
  else if (email === '') notes.problems.push({ code: 'email_missing', name })
  else if (!isEmail(email)) notes.problems.push({ code: 'email_invalid', name })
  const { firstName, lastName } = nameOf(person)
  const description = limitText(
    person.biography,
    limits.description,
    { text: 'biography', person: name },
    notes,
  )
  const avatar = publicUrl(person.avatar, settings.baseUrl)
  return {
    email,
    firstName: limitText(firstName, limits.name, { text: 'firstName', person: name }, notes),
    lastName: limitText(lastName, limits.name, { text: 'lastName', person: name }, notes),
    ...(description === '' ? {} : { description }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(job ? { job: limitText(job, limits.label, { text: 'job', person: name }, notes) } : {}),
    ...(company
      ? { company: limitText(company, limits.label, { text: 'company', person: name }, notes) }
      : {}),
    ...(person.isHighlighted ? { highlighted: true } : {}),
  }
}

const nameOf = ({ name, firstName, lastName }: ProgrammePerson): PersonName =>
  firstName !== undefined && lastName !== undefined ? { firstName, lastName } : splitName(name)

function planStart(date: string, notes: Notes): string {
  const instant = parseInstant(date)
  if (instant !== undefined) return formatInstant(instant)
  const isExplained = notes.problems.some(({ code }) => code === 'time_skipped' || code === 'time_repeated')
  if (!isExplained) notes.problems.push({ code: date === '' ? 'time_missing' : 'time_invalid' })
  return ''
}

/** A talk without a time is reported only once, so its duration is not a further problem. */
function planDuration({ date = '', end, duration }: ProgrammeEvent, notes: Notes): number | undefined {
  if (duration === undefined && end === undefined) return undefined
  const minutes = parseDuration(duration ?? '') ?? minutesBetween(date, end ?? '')
  if (minutes === undefined && duration) notes.problems.push({ code: 'duration_invalid' })
  else if (minutes === undefined && parseInstant(date) !== undefined)
    notes.problems.push({ code: 'duration_missing' })
  else if (minutes !== undefined && (minutes < 1 || minutes > limits.minutes))
    notes.problems.push({ code: 'duration_out_of_range' })
  return minutes
}

function minutesBetween(start: string, end: string): number | undefined {
  const [from, to] = [parseInstant(start), parseInstant(end)]
  return from === undefined || to === undefined ? undefined : Math.round((to - from) / 60_000)
}

/** Leaves out texts that are too long for a tag, because a shortened tag would be a different one. */
function shortTags(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '' && countCodePoints(text) <= limits.short)
}

type Link = { label: string; url: string }

function planLinks(references: { title: string; url: string }[], settings: PlanSettings): Link[] {
  const links = new Map<string, Link>()
  for (const { title, url } of references) {
    const address = publicUrl(url, settings.baseUrl)
    if (address === undefined || links.has(address)) continue
    links.set(address, { label: cutAtWord(title || new URL(address).hostname, limits.label), url: address })
  }
  return [...links.values()].slice(0, limits.links)
}

/** The absolute URL if the API accepts it. The format allows URLs relative to the base URL. */
function publicUrl(url: string, baseUrl: string): string | undefined {
  if (url === '') return undefined
  const address = URL.parse(url, baseUrl === '' ? undefined : baseUrl)?.href
  return address !== undefined && isPublicHttpsUrl(address) ? address : undefined
}

// Reads what Sessionize's API gives under “All data” (https://sessionize.com/playbook/api), as JSON.

import { isEmail } from '../../../lib/text/email.ts'
import { PushFailure } from '../failure.ts'
import { counted } from '../plurals.ts'
import type { Programme, ProgrammeEvent, ProgrammePerson } from '../programme.ts'
import { asText, createTaker, isObject, type JsonObject } from './json-values.ts'
import { readTime } from './local-times.ts'

const take = createTaker('the “All data” of a Sessionize endpoint')

export const isSessionize = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.sessions) && Array.isArray(value.speakers)

/**
 * Its times are on the wall of the event, whose zone the export does not name: `timeZone` does. Sessions that have
 * not been accepted, and service sessions (breaks) that nobody speaks in, are no talks and left out.
 * @throws PushFailure naming the member that is not as the format says, or that a time zone is missing.
 */
export function readSessionize(value: unknown, timeZone?: string): Programme {
  const data = take.object(value, 'the file')
  const sessions = take.array(data.sessions, 'sessions').map((session, index) => {
    const where = `sessions[${index}]`
    return { session: take.object(session, where), where }
  })
  const [kept, notes] = leaveOut(sessions)
  const context: Context = { ...readContext(data), timeZone }
  return {
    format: 'sessionize',
    source: '',
    title: '',
    timeZone,
    baseUrl: '',
    kinds: ['talks'],
    events: kept.map(({ session, where }) => readSession(session, where, context)),
    sponsors: [],
    people: [],
    notes,
  }
}

type Place = { session: JsonObject; where: string }

function leaveOut(sessions: Place[]): [Place[], string[]] {
  const isBreak = ({ session }: Place) =>
    session.isServiceSession === true && idsOf(session.speakers).length === 0
  const isOpen = ({ session }: Place) => !['', 'accepted'].includes(asText(session.status).toLowerCase())
  const breaks = sessions.filter(isBreak)
  const open = sessions.filter((place) => !isBreak(place) && isOpen(place))
  const notes = [
    ...(breaks.length === 0
      ? []
      : [`left out: ${counted(breaks.length, 'service session')} without speakers`]),
    ...(open.length === 0 ? [] : [`left out: ${counted(open.length, 'session')} not accepted`]),
  ]
  return [sessions.filter((place) => !isBreak(place) && !isOpen(place)), notes]
}

type Category = { title: string; name: string }
type Context = {
  timeZone: string | undefined
  speakers: Map<string, ProgrammePerson>
  rooms: Map<string, string>
  /** By the id of the item. */
  categories: Map<string, Category>
}

function readContext(data: JsonObject): Omit<Context, 'timeZone'> {
  const questions = new Map(listOf(data.questions).map(({ id, question }) => [asText(id), asText(question)]))
  const speakers = take.array(data.speakers, 'speakers').map((speaker, index) => {
    const person = readSpeaker(take.object(speaker, `speakers[${index}]`), questions)
    return [person.identity, person] as const
  })
  return {
    speakers: new Map(speakers),
    rooms: new Map(listOf(data.rooms).map(({ id, name }) => [asText(id), asText(name)])),
    categories: new Map(
      listOf(data.categories).flatMap(({ title, items }) =>
        listOf(items).map(({ id, name }) => [asText(id), { title: asText(title), name: asText(name) }]),
      ),
    ),
  }
}

function readSession(session: JsonObject, where: string, context: Context): ProgrammeEvent {
  const externalId = asText(session.id)
  if (externalId === '') throw new PushFailure(`${where} has no id`)
  const items = idsOf(session.categoryItems).flatMap((id) => context.categories.get(id) ?? [])
  const track = items.find(isTrack)
  const languages = items.filter(isLanguage)
  return {
    externalId,
    title: asText(session.title),
    description: asText(session.description),
    date: readLocal(session.startsAt, `${where}.startsAt`, context),
    end: readLocal(session.endsAt, `${where}.endsAt`, context),
    duration: '',
    track: track?.name ?? '',
    tags: items.filter((item) => item !== track && !languages.includes(item)).map(({ name }) => name),
    hiddenTags: [...languages.map(({ name }) => name), context.rooms.get(asText(session.roomId)) ?? ''],
    links: [
      { title: 'Live', url: asText(session.liveUrl) },
      { title: 'Recording', url: asText(session.recordingUrl) },
    ],
    persons: idsOf(session.speakers).map((id) => findSpeaker(id, where, context)),
  }
}

const isTrack = ({ title }: Category): boolean => /\btracks?\b/i.test(title)
const isLanguage = ({ title }: Category): boolean => /\blanguage\b/i.test(title)

/** '' where the session has no time yet, which is for the plan to refuse. */
function readLocal(value: unknown, where: string, { timeZone }: Context): string {
  const text = asText(value)
  const time = readTime(text, timeZone)
  if (time === 'zoneless') {
    throw new PushFailure(
      `${where} has no offset: give the time zone of the event, as in --timezone Europe/Paris`,
    )
  }
  return time ?? text
}

function findSpeaker(id: string, where: string, { speakers }: Context): ProgrammePerson {
  const speaker = speakers.get(id)
  if (speaker === undefined)
    throw new PushFailure(`${where}.speakers names a speaker that the file does not have`)
  return speaker
}

function readSpeaker(speaker: JsonObject, questions: Map<string, string>): ProgrammePerson {
  const firstName = asText(speaker.firstName)
  const lastName = asText(speaker.lastName)
  const name = asText(speaker.fullName) || `${firstName} ${lastName}`.trim()
  const id = asText(speaker.id)
  return {
    identity: id || name,
    name,
    ...(firstName && lastName ? { firstName, lastName } : {}),
    code: '',
    id,
    email: findEmail(speaker, questions),
    biography: asText(speaker.bio),
    avatar: asText(speaker.profilePicture),
    job: asText(speaker.tagLine),
    isHighlighted: speaker.isTopSpeaker === true,
  }
}

/** Sessionize keeps addresses to itself; an endpoint has them where organisers asked speakers for one. */
function findEmail(speaker: JsonObject, questions: Map<string, string>): string {
  const answers = listOf(speaker.questionAnswers)
    .filter(({ questionId }) => /\be-?mail\b/i.test(questions.get(asText(questionId)) ?? ''))
    .map(({ answerValue }) => asText(answerValue))
  return answers.find(isEmail) ?? ''
}

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Identifiers are numbers here and texts there. */
const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map(asText).filter((id) => id !== '')

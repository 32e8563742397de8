// Reads a Sessionize export: an endpoint of its API (https://sessionize.com/playbook/api), as JSON. “All data” has the most.
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { isEmail } from '../../../kernel/lib/text/email.ts'
import { ImportFailure } from '../file/failure.ts'
import type { ImportProblem } from '../file/problems.ts'
import type { Programme, ProgrammeEvent, ProgrammePerson } from '../file/programme.ts'
import { checkJson, idsOf, LenientList, objectsOf, Text, textOf } from './json-files.ts'
import { clockProblems, readTime } from './local-times.ts'

const Session = Type.Object({
  id: Text,
  title: Text,
  description: Text,
  status: Text,
  startsAt: Text,
  endsAt: Text,
  roomId: Text,
  liveUrl: Text,
  recordingUrl: Text,
  speakers: LenientList,
  categoryItems: LenientList,
})
const Speaker = Type.Object({
  id: Text,
  firstName: Text,
  lastName: Text,
  fullName: Text,
  bio: Text,
  tagLine: Text,
  profilePicture: Text,
  isTopSpeaker: Type.Optional(Type.Unknown()),
  questionAnswers: LenientList,
})
const Export = Type.Object({
  sessions: Type.Array(Session),
  speakers: Type.Array(Speaker),
  questions: LenientList,
  rooms: LenientList,
  categories: LenientList,
})
type SessionData = Static<typeof Session>

const List = Type.Array(Type.Unknown())
const ExportLike = Type.Object({ sessions: List, speakers: List })
const GroupsLike = Type.Array(
  Type.Union([
    Type.Object({ sessions: List }),
    Type.Object({ rooms: Type.Array(Type.Object({ sessions: List })) }),
  ]),
  { minItems: 1 },
)

export const isSessionize = (value: unknown): boolean =>
  Value.Check(ExportLike, value) || Value.Check(GroupsLike, value)

/**
 * Times are local times of the event, and `timeZone` is needed because the export does not name the zone. Leaves out
 * sessions that were not accepted.
 * @throws ImportFailure naming the member that does not match the format, or asking for the time zone.
 */
export function readSessionize(value: unknown, timeZone?: string): Programme {
  const data = checkJson(Export, Value.Check(GroupsLike, value) ? fromGroups(value) : value, {
    root: 'the file',
    expected: '“All data” from a Sessionize endpoint',
  })
  const places = data.sessions.map((session, index) => ({ session, path: `sessions[${index}]` }))
  const [kept, notes] = leaveOut(places)
  const context: Context = { ...readContext(data), timeZone }
  return {
    format: 'sessionize',
    source: '',
    title: '',
    timeZone,
    baseUrl: '',
    kinds: ['talks'],
    events: kept.map(({ session, path }) => readSession(session, path, context)),
    sponsors: [],
    people: [],
    notes,
  }
}

/** The sessions of the other endpoints, “Sessions” and “Schedule Grid”, which have names in place of lists. */
function fromGroups(groups: Static<typeof GroupsLike>): unknown {
  const sessions = groups
    .flatMap((group) => ('rooms' in group ? group.rooms.flatMap((room) => room.sessions) : group.sessions))
    .flatMap((session) => objectsOf([session]))
  const named = (name: string) => sessions.flatMap((session) => objectsOf(session[name]))
  return {
    sessions: sessions.map(({ speakers, categories, ...session }) => ({
      ...session,
      speakers: objectsOf(speakers).map(({ id }) => id),
      categoryItems: objectsOf(categories)
        .flatMap(({ categoryItems }) => objectsOf(categoryItems))
        .map(({ id }) => id),
    })),
    speakers: named('speakers').map(({ id, name }) => ({ id, fullName: name })),
    rooms: sessions.map(({ roomId, room }) => ({ id: roomId, name: room })),
    categories: named('categories').map(({ name, categoryItems }) => ({ title: name, items: categoryItems })),
  }
}

type Place = { session: SessionData; path: string }

function leaveOut(places: Place[]): [Place[], ImportProblem[]] {
  const isUndecided = ({ session }: Place) => !['', 'accepted'].includes(textOf(session.status).toLowerCase())
  const kept = places.filter((place) => !isUndecided(place))
  const count = places.length - kept.length
  return [kept, count === 0 ? [] : [{ code: 'undecided_sessions', count }]]
}

type Category = { title: string; name: string }
type Context = {
  timeZone: string | undefined
  speakers: Map<string, ProgrammePerson>
  rooms: Map<string, string>
  /** Categories by item ID. */
  categories: Map<string, Category>
}

function readContext(data: Static<typeof Export>): Omit<Context, 'timeZone'> {
  const questions = new Map(
    objectsOf(data.questions).map(({ id, question }) => [textOf(id), textOf(question)]),
  )
  const speakers = data.speakers.map((speaker) => readSpeaker(speaker, questions))
  return {
    speakers: new Map(speakers.map((person) => [person.identity, person])),
    rooms: new Map(objectsOf(data.rooms).map(({ id, name }) => [textOf(id), textOf(name)])),
    categories: new Map(
      objectsOf(data.categories).flatMap(({ title, items }) =>
        objectsOf(items).map(({ id, name }) => [textOf(id), { title: textOf(title), name: textOf(name) }]),
      ),
    ),
  }
}

function readSession(session: SessionData, path: string, context: Context): ProgrammeEvent {
  const externalId = textOf(session.id)
  if (externalId === '') throw new ImportFailure({ code: 'unexpected_json', detail: `${path} has no id` })
  const starts = readLocal(session.startsAt, `${path}.startsAt`, context)
  const ends = readLocal(session.endsAt, `${path}.endsAt`, context)
  const persons = idsOf(session.speakers).map((id) => context.speakers.get(id))
  const known = persons.filter((person) => person !== undefined)
  const unknown = persons.length - known.length
  const items = idsOf(session.categoryItems).flatMap((id) => context.categories.get(id) ?? [])
  const track = items.find(isTrack)
  const languages = items.filter(isLanguage)
  return {
    externalId,
    title: textOf(session.title),
    description: textOf(session.description),
    date: starts.time,
    end: ends.time,
    duration: '',
    room: context.rooms.get(textOf(session.roomId)) ?? '',
    track: track?.name ?? '',
    language: languages[0]?.name ?? '',
    tags: items.filter((item) => item !== track && !languages.includes(item)).map(({ name }) => name),
    links: [
      { title: 'Live', url: textOf(session.liveUrl) },
      { title: 'Recording', url: textOf(session.recordingUrl) },
    ],
    persons: known,
    problems: [
      ...starts.problems,
      ...ends.problems,
      ...(unknown === 0 ? [] : [{ code: 'speaker_unknown' as const, count: unknown }]),
    ],
  }
}

const isTrack = ({ title }: Category): boolean => /\btracks?\b/i.test(title)
const isLanguage = ({ title }: Category): boolean => /\blanguage\b/i.test(title)

/** The time is '' if the session has none yet. The plan then refuses it. */
function readLocal(
  value: unknown,
  path: string,
  { timeZone }: Context,
): { time: string; problems: ImportProblem[] } {
  const text = textOf(value)
  const result = readTime(text, { timeZone })
  if ('time' in result) return { time: result.time, problems: [] }
  if (result.problem === 'zoneless') throw new ImportFailure({ code: 'zone_missing', path })
  return { time: text, problems: clockProblems(result.problem, timeZone) }
}

function readSpeaker(speaker: Static<typeof Speaker>, questions: Map<string, string>): ProgrammePerson {
  const firstName = textOf(speaker.firstName)
  const lastName = textOf(speaker.lastName)
  const name = textOf(speaker.fullName) || `${firstName} ${lastName}`.trim()
  const id = textOf(speaker.id)
  return {
    identity: id || name,
    name,
    ...(firstName && lastName ? { firstName, lastName } : {}),
    code: '',
    id,
    email: findEmail(speaker, questions),
    biography: textOf(speaker.bio),
    avatar: textOf(speaker.profilePicture),
    job: textOf(speaker.tagLine),
    isHighlighted: speaker.isTopSpeaker === true,
  }
}

/** Sessionize does not export e-mails, but speakers may have entered theirs as the answer to a question. */
function findEmail(speaker: Static<typeof Speaker>, questions: Map<string, string>): string {
  const answers = objectsOf(speaker.questionAnswers)
    .filter(({ questionId }) => /\be-?mail\b/i.test(questions.get(textOf(questionId)) ?? ''))
    .map(({ answerValue }) => textOf(answerValue))
  return answers.find(isEmail) ?? ''
}

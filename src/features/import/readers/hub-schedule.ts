// Turns a schedule of version 2 (https://c3voc.de/schedule/schema2.json), as the hub of the Chaos Communication Congress
// writes it, into the form of version 1: events by day and room, with their people.
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { checkJson, LenientList, objectsOf, Text, textOf } from './json-files.ts'

const Schedule = Type.Object({
  schedule: Type.Object({
    conference: Type.Object({ tracks: LenientList }),
    events: Type.Array(
      Type.Object({
        start: Text,
        room: Type.Optional(Type.Unknown()),
        track: Type.Optional(Type.Unknown()),
        logo: Type.Optional(Type.Unknown()),
        participants: LenientList,
      }),
    ),
    persons: LenientList,
  }),
})
type HubEvent = Static<typeof Schedule>['schedule']['events'][number]

const HubLike = Type.Object({ schedule: Type.Object({ events: Type.Array(Type.Unknown()) }) })

export const isHubSchedule = (value: unknown): boolean => Value.Check(HubLike, value)

/** @throws ImportFailure naming the member that does not match the format. */
export function fromHubSchedule(value: unknown): unknown {
  const { schedule } = checkJson(Schedule, value, {
    root: 'the file',
    expected: 'a schedule of version 2',
  })
  const tracks = new Map(
    objectsOf(schedule.conference.tracks).map(({ slug, name }) => [textOf(slug), textOf(name)]),
  )
  const people = new Map(objectsOf(schedule.persons).map((person) => [textOf(person.guid), person]))
  const events = schedule.events.map((event) => fromHubEvent(event, { tracks, people }))
  const rooms = Object.fromEntries(Map.groupBy(events, ({ room }) => room))
  return {
    ...(value as object),
    schedule: { ...schedule, conference: { ...schedule.conference, days: [{ rooms }] } },
  }
}

type Context = {
  /** Names by slug. */
  tracks: ReadonlyMap<string, string>
  /** What the file says about people, by guid. */
  people: ReadonlyMap<string, Record<string, unknown>>
}

function fromHubEvent({ participants, ...event }: HubEvent, { tracks, people }: Context) {
  const { name: track, slug } = memberOf(event.track)
  const all = objectsOf(participants).map((participant) => {
    const known = textOf(participant.guid) === '' ? undefined : people.get(textOf(participant.guid))
    const avatar = textOf(memberOf(participant.avatar).url) || textOf(memberOf(known?.avatar).url)
    return { ...known, ...participant, avatar, role: textOf(participant.role).toLowerCase() }
  })
  const isModerator = ({ role }: { role: string }) => role === 'moderator'
  return {
    ...event,
    date: event.start,
    room: textOf(event.room) || textOf(memberOf(event.room).name),
    track: textOf(event.track) || textOf(track) || (textOf(slug) && (tracks.get(textOf(slug)) ?? '')),
    logo: textOf(event.logo) || textOf(memberOf(event.logo).url),
    persons: all.filter((one) => !isModerator(one)),
    moderators: all.filter(isModerator),
  }
}

const memberOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

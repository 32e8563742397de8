// The shown day as a list by room, for browsers without scripts.
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { calendarDayBounds, type ShownTalk, type Timetable } from './timetable.ts'

type Props = { timetable: Timetable; day: string; zone: string }

export function DayByRoom({ timetable: { talks, people }, day, zone }: Props) {
  const { formats, office } = useMessages()
  const { noTalks } = office.timetable
  const { from, to } = calendarDayBounds(day, zone)
  const shown = talks.filter(({ startAt }) => startAt >= from && startAt < to)
  const rooms = [...Map.groupBy(shown, ({ room }) => room)].sort(([a], [b]) =>
    a === null ? -1 : b === null ? 1 : formats.compare(a, b),
  )
  return (
    <div class="planner-fallback">
      {shown.length === 0 ? <p class="empty">{noTalks}</p> : null}
      {rooms.map(([room, ofRoom]) => (
        <RoomOfDay room={room} talks={ofRoom} people={people} zone={zone} />
      ))}
    </div>
  )
}

type RoomProps = {
  room: string | null
  talks: readonly ShownTalk[]
  people: Timetable['people']
  zone: string
}

function RoomOfDay({ room, talks, people, zone }: RoomProps) {
  const { time, formats, names, office } = useMessages()
  return (
    <section class="panel">
      <h2 dir="auto">{room ?? office.timetable.noRoom}</h2>
      <ul class="rows">
        {talks.map(({ id, title, state, startAt, duration, speakers }) => (
          <li>
            <span>
              <a href={`/backoffice/talks/${id}`} dir="auto">
                {title}
              </a>{' '}
              {state === 'published' ? null : <span class="badge">{names.talkStates[state]}</span>}
            </span>
            <span class="quiet">
              {office.talks.conflicts.when({
                day: time.shortDay(startAt, zone),
                from: time.clock(startAt, zone),
                to: time.clock(startAt + duration * MINUTE_MS, zone),
              })}{' '}
              {formats.list(speakers.flatMap((place) => people[place] ?? []).map(displayName))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

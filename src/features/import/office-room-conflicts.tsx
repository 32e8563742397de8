// Talks of a file that are in the same room at the same time. They can be imported, and are shown before.
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Entry } from './file/document.ts'
import { MAX_PREVIEWED } from './limits.ts'

type Placed = { title: string; room: string; from: number; to: number }
type RoomConflict = { first: Placed; second: Placed }

/** Each talk that starts before an earlier one in its room has ended. Breaks and canceled talks cause no conflicts. */
export function roomConflicts(plan: readonly Entry[]): RoomConflict[] {
  const placed = plan.flatMap(placeOf).sort((a, b) => a.from - b.from)
  return [...Map.groupBy(placed, ({ room }) => room).values()].flatMap((talks) => {
    let last: Placed | undefined
    return talks.flatMap((talk) => {
      const conflict = last !== undefined && last.to > talk.from ? [{ first: last, second: talk }] : []
      if (last === undefined || talk.to > last.to) last = talk
      return conflict
    })
  })
}

function placeOf(entry: Entry): Placed[] {
  if (entry.kind !== 'talks' || !('body' in entry)) return []
  const { room, start, duration, kind, state } = entry.body
  if (typeof room !== 'string' || typeof start !== 'string' || typeof duration !== 'number') return []
  if (kind === 'break' || state === 'cancelled') return []
  const from = Date.parse(start)
  return [{ title: entry.title, room, from, to: from + duration * 60_000 }]
}

type Props = { conflicts: readonly RoomConflict[]; zone: string }

export function RoomConflicts({ conflicts, zone }: Props) {
  const { office, time } = useMessages()
  const texts = office.imports.preview
  if (conflicts.length === 0) return null
  const more = conflicts.length - MAX_PREVIEWED
  return (
    <section class="notice warning">
      <h2>{texts.conflicts.title}</h2>
      <p>{texts.conflicts.intro}</p>
      <ul class="import-entries">
        {conflicts.slice(0, MAX_PREVIEWED).map(({ first, second }) => (
          <li>
            {texts.conflicts.pair({
              first: first.title,
              second: second.title,
              room: second.room,
              day: time.shortDay(second.from, zone),
              clock: time.clock(second.from, zone),
            })}
          </li>
        ))}
        {more > 0 ? <li>{texts.more({ count: more })}</li> : null}
      </ul>
    </section>
  )
}

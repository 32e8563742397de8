// Talks of a file that are in the same room as others at the same time. They can be imported, and are shown before.
import type { PageServices } from '../../kernel/changes/services.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { SignedIn } from '../../kit/pages/visit.ts'
import { MAX_TALK_MS } from '../talks/limits.ts'
import type { Entry } from './file/document.ts'
import { MAX_PREVIEWED } from './limits.ts'
import { type PlacedTalk, placedTalks } from './sources-store.ts'

type Placed = Pick<PlacedTalk, 'title' | 'room' | 'from' | 'to'> & { isInFile: boolean }
export type RoomConflict = { first: Placed; second: Placed }

/** The talks of the file that start before another one in their room has ended, or while another one starts. */
export async function readRoomConflicts(
  { store }: PageServices,
  { platform }: SignedIn,
  plan: readonly Entry[],
): Promise<RoomConflict[]> {
  const placed = plan.flatMap((entry) => placeOf(entry).map((place) => ({ entry, place })))
  const inFile = placed.map(({ place }) => place)
  if (inFile.length === 0) return []
  const others = await store.read(
    placedTalks({
      platformId: platform.id,
      rooms: [...new Set(inFile.map(({ room }) => room))],
      startsAfter: Math.min(...inFile.map(({ from }) => from)) - MAX_TALK_MS,
      startsBefore: Math.max(...inFile.map(({ to }) => to)),
    }),
  )
  const ids = new Set(placed.map(({ entry }) => entry.id?.toLowerCase()))
  const externalIds = new Set(placed.map(({ entry }) => entry.externalId || null))
  const kept = others.filter(
    ({ id, externalId }) => !ids.has(id) && (externalId === null || !externalIds.has(externalId)),
  )
  return conflictsAmong([...inFile, ...kept.map((talk) => ({ ...talk, isInFile: false }))])
}

/** Each talk is compared with the one in its room that ends last, of those that start before it. */
function conflictsAmong(talks: readonly Placed[]): RoomConflict[] {
  const byRoom = Map.groupBy(
    talks.toSorted((a, b) => a.from - b.from),
    ({ room }) => room,
  )
  return [...byRoom.values()].flatMap((ofRoom) => {
    let last: Placed | undefined
    return ofRoom.flatMap((talk) => {
      const isNew = last !== undefined && last.to > talk.from && (last.isInFile || talk.isInFile)
      const conflict = last !== undefined && isNew ? [{ first: last, second: talk }] : []
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
  return [{ title: entry.title, room, from, to: from + duration * MINUTE_MS, isInFile: true }]
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

// The note on the page of a talk that its speakers and moderators can enter its stage before it starts.
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { AttachedId } from '../../people/attached/attached-people-store.ts'
import { GREEN_ROOM_MS } from '../limits.ts'
import { belongsOnStage, type RoomVisit } from './rights.ts'

type EntryProps = { visit: RoomVisit; attached: readonly AttachedId[]; now: number }

export function RoomEntry({ visit, attached, now }: EntryProps) {
  const { room: texts, time } = useMessages()
  const { talk } = visit
  if (now >= talk.startAt || !belongsOnStage(visit, attached)) return null
  const opensAt = talk.startAt - GREEN_ROOM_MS
  const at = (
    <time dateTime={formatInstant(opensAt)} data-local-time>
      {time.clock(opensAt, 'UTC')}
    </time>
  )
  return (
    <p class="notice">
      {texts.checkIn({ time: at, enter: (text) => <a href={`/talks/${talk.id}/room`}>{text}</a> })}
    </p>
  )
}

// The notice on the page of a talk whose room or speaker has another talk at the same time. The talk can still be
// saved.
import type { ComponentChildren } from 'preact'
import { displayName } from '../../../kit/components/person.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Conflict } from './programme-checks-store.ts'

type Props = { conflicts: readonly Conflict[]; zone: string }

export function ConflictNotice({ conflicts, zone }: Props) {
  const { talks } = useMessages().office
  if (conflicts.length === 0) return null
  return (
    <div class="notice warning" role="status">
      <p>
        <strong>{talks.conflicts.title}</strong>
      </p>
      <ul>
        {conflicts.map((conflict) => (
          <ConflictItem conflict={conflict} zone={zone} />
        ))}
      </ul>
    </div>
  )
}

function ConflictItem({ conflict, zone }: { conflict: Conflict; zone: string }) {
  const { time, office } = useMessages()
  const texts = office.talks.conflicts
  const { id, title, startAt, endAt } = conflict
  const when = texts.when({
    day: time.shortDay(startAt, zone),
    from: time.clock(startAt, zone),
    to: time.clock(endAt, zone),
  })
  const link = (text: ComponentChildren) => <a href={`/backoffice/talks/${id}`}>{text}</a>
  return (
    <li>
      {conflict.reason === 'room'
        ? texts.room({ room: conflict.room, talk: link, title, when })
        : texts.speaker({ name: displayName(conflict.speaker), talk: link, title, when })}
    </li>
  )
}

// Who watches now: the number, and the first names of those who are listed. Sent again when it changes.
import type { ShownViewers } from '../../../../domain/live/viewers/viewers.ts'
import { displayName } from '../../../components/person.tsx'
import { useMessages } from '../../../messages/use-messages.tsx'

type Props = { viewers: ShownViewers; talkId: string }

export function ViewersBar({ viewers: { count, listed }, talkId }: Props) {
  const { viewers: texts } = useMessages()
  const names = listed?.listed.map((person) => person.firstName ?? displayName(person)) ?? []
  return (
    <div class="viewers">
      {/* Nobody reads that nobody is watching: the reader counts in a moment. The line keeps its place until then. */}
      {count === null ? null : <p class="viewers-count">{count === 0 ? null : texts.count(count)}</p>}
      {listed ? (
        <p class="viewers-names quiet">
          <span dir="auto">
            {names.length > 0 ? texts.names(names, listed.listedCount - names.length) : null}
          </span>
          <a href={`/talks/${talkId}/viewers`}>{texts.showList}</a>
        </p>
      ) : null}
    </div>
  )
}

// Who watches now: the number, and the first names of those who are listed. Sent again when it changes.
import type { ShownViewers } from '../../../../domain/live/viewers/viewers.ts'
import { displayName } from '../../../components/person.tsx'
import { useMessages } from '../../../messages/use-messages.tsx'

type Props = { viewers: ShownViewers; talkId: string }

export function ViewersBar({ viewers: { count, listed }, talkId }: Props) {
  const { viewers: texts } = useMessages()
  const names = listed?.listed.map((person) => person.firstName ?? displayName(person)) ?? []
  // Nobody reads that nobody is watching: the reader counts in a moment. The lines keep their place until then.
  const isEmpty = (count ?? names.length) === 0
  return (
    <div class="viewers">
      {count === null ? null : <p class="viewers-count">{isEmpty ? null : texts.count(count)}</p>}
      {listed ? (
        <p class="viewers-names quiet">
          {names.length > 0 ? (
            <span dir="auto">{texts.names(names, listed.listedCount - names.length)}</span>
          ) : null}
          {isEmpty ? null : <a href={`/talks/${talkId}/viewers`}>{texts.showList}</a>}
        </p>
      ) : null}
    </div>
  )
}

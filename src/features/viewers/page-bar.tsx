// The current viewers: their number, and the first names of listed viewers. Sent again when it changes.

import { displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { TalkRow } from '../talks/tables.ts'
import { hasStage } from '../talks/talk-states.ts'
import type { ShownViewers } from './viewers.ts'

type Props = { viewers: ShownViewers; talk: TalkRow }

/** The first viewer is the reader. */
const MIN_COUNT = 2

export function ViewersBar({ viewers: { count, listed }, talk }: Props) {
  const { viewers: texts, formats } = useMessages()
  const countText = hasStage(talk) ? texts.count : texts.here
  const names = listed?.listed.map((person) => person.firstName ?? displayName(person)) ?? []
  const others = (listed?.listedCount ?? 0) - names.length
  return (
    <div class="viewers">
      {count !== null && count >= MIN_COUNT ? (
        <p class="viewers-count">{countText({ count })}</p>
      ) : names.length === 0 ? (
        <p class="viewers-none">{texts.takePart}</p>
      ) : null}
      {names.length === 0 ? null : (
        <p class="viewers-names quiet">
          <span dir="auto">
            {formats.list(others > 0 ? [...names, texts.others({ count: others })] : names)}
          </span>
          <a href={`/talks/${talk.id}/viewers`}>{texts.showList}</a>
        </p>
      )}
    </div>
  )
}

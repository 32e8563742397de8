// The tags of each talk.
import { boolean, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineWrite, type Write } from '../../kernel/store/sql/statements.ts'
import type { TalkRow } from './tables.ts'

const clearTalkTags = defineWrite('talk_tags.clear', { talkId: text() }, ({ db }, p) =>
  db.deleteFrom('talk_tags').where('talk_id', '=', p.talkId),
)
const insertTalkTags = defineWrite(
  'talk_tags.fill',
  { talkId: text(), platformId: text(), names: textList(), isHidden: boolean() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('talk_tags')
      .columns(['talk_id', 'platform_id', 'tag', 'is_hidden'])
      .expression(
        db
          .selectFrom(elementsOf(p.names).as('used'))
          .select(({ cast }) => [
            cast<string>(p.talkId, 'text').as('talk_id'),
            cast<string>(p.platformId, 'text').as('platform_id'),
            'used.value as tag',
            cast<number>(p.isHidden, 'bigint').as('is_hidden'),
          ])
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) => conflict.doNothing()),
)

type Tagged = Pick<TalkRow, 'id' | 'platformId' | 'tags' | 'hiddenTags'>

/** Stores the tags by which the talk is found, if they changed. A tag that is also shown is not hidden. */
export function setTalkTags(talk: Tagged, before?: Tagged): Write[] {
  const { id: talkId, platformId, tags, hiddenTags } = talk
  if (namesOf(talk) === namesOf(before)) return []
  const fillWith = (names: readonly string[], isHidden: boolean) =>
    names.length > 0 ? [insertTalkTags({ talkId, platformId, names, isHidden })] : []
  return [
    ...(before ? [clearTalkTags({ talkId })] : []),
    ...fillWith(tags, false),
    ...fillWith(hiddenTags, true),
  ]
}

const namesOf = ({ tags, hiddenTags }: Pick<Tagged, 'tags' | 'hiddenTags'> = { tags: [], hiddenTags: [] }) =>
  JSON.stringify([tags, hiddenTags])

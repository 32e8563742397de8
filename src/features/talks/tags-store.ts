// The tags of each talk.
import { boolean, instant, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineWrite, type Write } from '../../kernel/store/sql/statements.ts'
import type { TalkRow } from './tables.ts'

const clearTalkTags = defineWrite('talk_tags.clear', { talkId: text() }, ({ db }, p) =>
  db.deleteFrom('talk_tags').where('talk_id', '=', p.talkId),
)
const insertTalkTags = defineWrite(
  'talk_tags.fill',
  { talkId: text(), platformId: text(), names: textList(), isHidden: boolean(), startAt: instant() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('talk_tags')
      .columns(['talk_id', 'platform_id', 'tag', 'is_hidden', 'start_at'])
      .expression(
        db
          .selectFrom(elementsOf(p.names).as('used'))
          .select(({ cast }) => [
            cast<string>(p.talkId, 'text').as('talk_id'),
            cast<string>(p.platformId, 'text').as('platform_id'),
            'used.value as tag',
            cast<number>(p.isHidden, 'bigint').as('is_hidden'),
            cast<number>(p.startAt, 'bigint').as('start_at'),
          ])
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) => conflict.doNothing()),
)
const moveTalkTags = defineWrite('talk_tags.move', { talkId: text(), startAt: instant() }, ({ db }, p) =>
  db.updateTable('talk_tags').set({ start_at: p.startAt }).where('talk_id', '=', p.talkId),
)

type Tagged = Pick<TalkRow, 'id' | 'platformId' | 'tags' | 'hiddenTags' | 'startAt'>

/**
 * Stores the tags by which the talk is found, with its start, if any of them changed. A tag that is also shown is not
 * hidden.
 */
export function setTalkTags(talk: Tagged, before?: Tagged): Write[] {
  const { id: talkId, platformId, tags, hiddenTags, startAt } = talk
  if (namesOf(talk) === namesOf(before)) {
    const hasMoved = before !== undefined && startAt !== before.startAt
    return hasMoved && tags.length + hiddenTags.length > 0 ? [moveTalkTags({ talkId, startAt })] : []
  }
  const fillWith = (names: readonly string[], isHidden: boolean) =>
    names.length > 0 ? [insertTalkTags({ talkId, platformId, names, isHidden, startAt })] : []
  return [
    ...(before ? [clearTalkTags({ talkId })] : []),
    ...fillWith(tags, false),
    ...fillWith(hiddenTags, true),
  ]
}

const namesOf = ({ tags, hiddenTags }: Pick<Tagged, 'tags' | 'hiddenTags'> = { tags: [], hiddenTags: [] }) =>
  JSON.stringify([tags, hiddenTags])

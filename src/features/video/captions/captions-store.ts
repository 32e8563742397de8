// The captions of recordings: one WebVTT file for each language of a talk.
import { text } from '../../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { selectColumns } from '../../../kernel/store/sql/table.ts'
import { captions } from '../tables.ts'

export const putCaptions = defineUpsert(captions, 'talkId', 'language')

const listed = selectColumns(captions, ['language', 'savedAt'])

/** The languages of a talk that have captions, by language tag. */
export const captionsOfTalk = defineQuery(
  'captions.of_talk',
  { platformId: text(), talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('captions')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('talk_id', '=', p.talkId)
      .orderBy('language'),
  allRows(listed.decode),
)

/** The WebVTT file; undefined if the talk has none in the language. */
export const captionsIn = defineQuery(
  'captions.find',
  { platformId: text(), talkId: text(), language: text() },
  ({ db }, p) =>
    db
      .selectFrom('captions')
      .select('content')
      .where('platform_id', '=', p.platformId)
      .where('talk_id', '=', p.talkId)
      .where('language', '=', p.language),
  firstRow(({ content }) => content),
)

export const deleteCaptions = defineWrite(
  'captions.delete',
  { talkId: text(), language: text() },
  ({ db }, p) => db.deleteFrom('captions').where('talk_id', '=', p.talkId).where('language', '=', p.language),
)

const keepCaptions = defineWrite('kept_captions.keep', { id: text() }, ({ db }, p) =>
  db
    .insertInto('kept_captions')
    .columns(['object_id', 'language', 'content', 'saved_at'])
    .expression(
      db
        .selectFrom('captions')
        .select(['talk_id', 'language', 'content', 'saved_at'])
        .where('talk_id', '=', p.id),
    ),
)
const restoreCaptions = defineWrite(
  'kept_captions.restore',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .insertInto('captions')
      .columns(['talk_id', 'platform_id', 'language', 'content', 'saved_at'])
      .expression(
        db
          .selectFrom('kept_captions')
          .select(({ cast }) => [
            'object_id',
            cast<string>(p.platformId, 'text').as('platform_id'),
            'language',
            'content',
            'saved_at',
          ])
          .where('object_id', '=', p.id),
      ),
)
/** A restored talk gets its captions back. */
export const keptWithTalks = { keep: keepCaptions, restore: restoreCaptions }

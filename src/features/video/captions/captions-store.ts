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

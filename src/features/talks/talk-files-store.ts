// The files of each talk.
import { text, textList } from '../../kernel/store/sql/columns.ts'
import { defineWrite, type Write } from '../../kernel/store/sql/statements.ts'

const clearTalkFiles = defineWrite('talk_files.clear', { talkId: text() }, ({ db }, p) =>
  db.deleteFrom('talk_files').where('talk_id', '=', p.talkId),
)
const addTalkFiles = defineWrite(
  'talk_files.add',
  { talkId: text(), ids: textList() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('talk_files')
      .columns(['talk_id', 'file_id'])
      .expression(
        db
          .selectFrom(elementsOf(p.ids).as('sent'))
          .select(({ cast }) => [cast<string>(p.talkId, 'text').as('talk_id'), 'sent.value as file_id']),
      ),
)
/** Replaces the files of a talk. */
export const setTalkFiles = (talkId: string, ids: readonly string[]): Write[] => [
  clearTalkFiles({ talkId }),
  ...(ids.length > 0 ? [addTalkFiles({ talkId, ids })] : []),
]

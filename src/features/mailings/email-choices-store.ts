// Choices of e-mails in the store. Without a choice, the default applies.
import { text } from '../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import { emailChoices } from './tables.ts'

export const emailChoicesOf = defineQuery(
  'email_choices.of_user',
  { userId: text() },
  ({ db }, p) =>
    db.selectFrom('email_choices').select(emailChoices.columnNames).where('user_id', '=', p.userId),
  allRows(emailChoices.decode),
)

export const putEmailChoice = defineUpsert(emailChoices, 'userId', 'kind')

// Which e-mails people want, in the store. Without a choice, the default applies.
import { text } from '../sql/columns.ts'
import { allRows, defineQuery, defineWrite } from '../sql/statements.ts'
import { emailChoices } from '../sql/tables.ts'

export const emailChoicesOf = defineQuery(
  'email_choices.of_user',
  { userId: text() },
  ({ db }, p) =>
    db.selectFrom('email_choices').select(emailChoices.columnNames).where('user_id', '=', p.userId),
  allRows(emailChoices.decode),
)

export const putEmailChoice = defineWrite('email_choices.put', emailChoices.columns, ({ db }, p) =>
  db
    .insertInto('email_choices')
    .values({ user_id: p.userId, platform_id: p.platformId, kind: p.kind, is_wanted: p.isWanted })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet(({ ref }) => ({ is_wanted: ref('excluded.is_wanted') })),
    ),
)

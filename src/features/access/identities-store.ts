// Identities in the store: accounts at OpenID providers. They are found by issuer and subject.
import { text } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../kernel/store/sql/statements.ts'
import { identities } from './tables.ts'

export const identityWrites = rowWrites(identities)

/** The identity that a provider calls `subject`. */
export const identityBySubject = defineQuery(
  'identities.by_subject',
  { platformId: text(), issuer: text(), subject: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('identities')
      .select(identities.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('issuer', '=', p.issuer)
      .where('subject', '=', p.subject)
      .$call(lockRows),
  firstRow(identities.decode),
)

/** The identities of an account, oldest first. */
export const identitiesOf = defineQuery(
  'identities.of_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('identities')
      .select(identities.columnNames)
      .where('user_id', '=', p.userId)
      .orderBy('created_at')
      .orderBy('id'),
  allRows(identities.decode),
)

/** Removes the identities of an account. */
export const endIdentitiesOf = defineWrite('identities.end_of_user', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('identities').where('user_id', '=', p.userId),
)

// Passkeys in the store. They are found by the identifier that the authenticator gave them.
import { text } from '../../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { passkeys } from '../tables.ts'

export const passkeyWrites = rowWrites(passkeys)

export const passkeyByCredential = defineQuery(
  'passkeys.by_credential',
  { platformId: text(), credentialId: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('passkeys')
      .select(passkeys.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('credential_id', '=', p.credentialId)
      .$call(lockRows),
  firstRow(passkeys.decode),
)

/** The passkeys of an account, oldest first. */
export const passkeysOf = defineQuery(
  'passkeys.of_user',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('passkeys')
      .select(passkeys.columnNames)
      .where('user_id', '=', p.userId)
      .orderBy('created_at')
      .orderBy('id'),
  allRows(passkeys.decode),
)

/** Removes the passkeys of an account. */
export const endPasskeysOf = defineWrite('passkeys.end_of_user', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('passkeys').where('user_id', '=', p.userId),
)

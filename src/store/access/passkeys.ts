// Passkeys in the store. They are found by the identifier that the authenticator gave them.
import { text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import { type PasskeyRow, passkeys } from '../sql/tables.ts'

export const passkeyWrites = rowWrites(passkeys)

const byCredential = defineQuery(
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
export const passkeyByCredential = (
  platformId: string,
  credentialId: string,
): Query<PasskeyRow | undefined> => byCredential({ platformId, credentialId })

const ofUser = defineQuery(
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
/** The passkeys of an account, oldest first. */
export const passkeysOf = (userId: string): Query<PasskeyRow[]> => ofUser({ userId })

// The encrypted client secrets at OpenID providers, one for each platform.
import { text } from '../../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../../kernel/store/sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { openIdSecrets } from '../tables.ts'

export const openIdSecret = defineQuery(
  'openid_secrets.of_platform',
  { platformId: text() },
  ({ db }, p) => db.selectFrom('openid_secrets').select('secret').where('platform_id', '=', p.platformId),
  firstRow(({ secret }) => secret),
)

export const putOpenIdSecret = defineUpsert(openIdSecrets, 'platformId')

export const removeOpenIdSecret = defineWrite('openid_secrets.remove', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('openid_secrets').where('platform_id', '=', p.platformId),
)

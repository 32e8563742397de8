// The encrypted client secrets at OpenID providers, one for each platform.
import { text } from '../sql/columns.ts'
import { defineQuery, defineWrite, firstRow } from '../sql/statements.ts'

export const openIdSecret = defineQuery(
  'openid_secrets.of_platform',
  { platformId: text() },
  ({ db }, p) => db.selectFrom('openid_secrets').select('secret').where('platform_id', '=', p.platformId),
  firstRow(({ secret }) => secret),
)

export const putOpenIdSecret = defineWrite(
  'openid_secrets.put',
  { platformId: text(), secret: text() },
  ({ db }, p) =>
    db
      .insertInto('openid_secrets')
      .values({ platform_id: p.platformId, secret: p.secret })
      .onConflict((conflict) => conflict.column('platform_id').doUpdateSet({ secret: p.secret })),
)

export const removeOpenIdSecret = defineWrite('openid_secrets.remove', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('openid_secrets').where('platform_id', '=', p.platformId),
)

// The lease of the process that delivers to webhooks, as the transactions of that process see it.
import { defineQuery, firstRow } from '../sql/statements.ts'

export const DELIVERY_LEASE = 'webhook delivery'

/** The token of the current lease. The lease cannot change hands before the end of the transaction. */
export const deliveryToken = defineQuery(
  'leases.token',
  {},
  ({ db, shareRows }) =>
    db.selectFrom('leases').select('token').where('name', '=', DELIVERY_LEASE).$call(shareRows),
  firstRow(({ token }) => token),
)

// The lease of the process that delivers to webhooks, as seen by the transactions of that process.
import type { Post } from '../leader-election.ts'
import { defineQuery, firstRow } from '../sql/statements.ts'

export const DELIVERY_LEASE: Post = 'webhook delivery'

/** The token of the current lease, which cannot change hands before the end of the transaction. */
export const deliveryToken = defineQuery(
  'leases.token',
  {},
  ({ db, shareRows }) =>
    db.selectFrom('leases').select('token').where('name', '=', DELIVERY_LEASE).$call(shareRows),
  firstRow(({ token }) => token),
)

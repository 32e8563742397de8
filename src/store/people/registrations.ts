// The review queue in the store.
import { text } from '../sql/columns.ts'
import { defineQuery, firstRow } from '../sql/statements.ts'

/** How many registrations wait for a review. */
export const countInReview = defineQuery(
  'users.count_in_review',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('platform_id', '=', p.platformId)
      .where('registration_status', '=', 'in_review'),
  firstRow(({ count }) => count),
)

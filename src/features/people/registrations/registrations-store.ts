// The review queue in the store.
import { text } from '../../../kernel/store/sql/columns.ts'
import { defineQuery, firstRow } from '../../../kernel/store/sql/statements.ts'

/** The number of registrations that wait for a review. */
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

// The review queue in the store.
import { sql } from 'kysely'
import { firstRow, parameter, type Query, Statement } from '../sql/statements.ts'

const inReview = new Statement('users.count_in_review', ({ db }) =>
  db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('waiting'))
    .where('platform_id', '=', parameter('platform'))
    .where('registration_status', '=', 'in_review'),
)

/** How many registrations wait to be reviewed. */
export const countInReview = (platformId: string): Query<number | undefined> => ({
  statement: inReview,
  values: { platform: platformId },
  decode: firstRow((row) => Number(row.waiting)),
})

// Registrations in the store: the review queue, places, and the waiting list.
import { sql } from 'kysely'
import { instant, integer, text } from '../../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, firstRow } from '../../../kernel/store/sql/statements.ts'
import { type UserRow, users } from '../tables.ts'

// Both stores use a partial index only if the query repeats its condition with the same literal.
const ATTENDEE = sql.lit<UserRow['role']>('attendee')
const WAITLISTED = sql.lit(1 as const)

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

/** The number of accepted attendees, and of people on the waiting list. */
export type AttendeeCounts = { accepted: number; waiting: number }

export const countAttendees = defineQuery(
  'users.count_attendees',
  { platformId: text() },
  ({ db }, p) =>
    db.selectNoFrom(({ selectFrom }) => [
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where('registration_status', '=', 'accepted')
        .where('role', '=', ATTENDEE)
        .as('accepted'),
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where('waitlisted', '=', WAITLISTED)
        .as('waiting'),
    ]),
  ([row]): AttendeeCounts => ({ accepted: Number(row?.accepted), waiting: Number(row?.waiting) }),
)

/** The platforms that have a waiting list. */
export const platformsWithWaitingList = defineQuery(
  'users.platforms_with_waiting_list',
  {},
  ({ db }) => db.selectFrom('users').select('platform_id').distinct().where('waitlisted', '=', WAITLISTED),
  allRows(({ platform_id }) => platform_id),
)

/** The first people on the waiting list, locked until the end of the transaction. */
export const firstWaiting = defineQuery(
  'users.first_waiting',
  { platformId: text(), limit: integer() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('users')
      .select(users.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('waitlisted', '=', WAITLISTED)
      .orderBy('id')
      .limit(p.limit)
      .$call(lockRows),
  allRows(users.decode),
)

export type RegistrationCounts = { registered: number; inReview: number; waiting: number }

/**
 * The attendees who were created in a span of time (epoch milliseconds, without its end), and who wait for a review or for
 * a place.
 */
export const countRegistrations = defineQuery(
  'users.count_registrations',
  { platformId: text(), since: instant(), until: instant() },
  ({ db }, p) =>
    db.selectNoFrom(({ selectFrom }) => [
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where('role', '=', ATTENDEE)
        .where('created_at', '>=', p.since)
        .where('created_at', '<', p.until)
        .as('registered'),
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where('registration_status', '=', 'in_review')
        .where('waitlisted', '=', 0)
        .as('in_review'),
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where('waitlisted', '=', WAITLISTED)
        .as('waiting'),
    ]),
  ([row]): RegistrationCounts => ({
    registered: Number(row?.registered),
    inReview: Number(row?.in_review),
    waiting: Number(row?.waiting),
  }),
)

export type Addressee = { id: string; email: string }

/** The admins and owners of a platform. */
export const adminsAndOwners = defineQuery(
  'users.admins_and_owners',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('platform_id', '=', p.platformId)
      .where('role', 'in', ['admin', 'owner']),
  allRows(({ id, email }): Addressee => ({ id, email })),
)

// The points of people in the store: the ledger, the total of each person, and the leaderboard.
import { byUserReference } from '../../kernel/store/changes/objects.ts'
import { boolean, integer, text, textList, textOr } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Write } from '../../kernel/store/sql/statements.ts'
import { jsonRows, type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import { users } from '../people/tables.ts'
import { type PointRow, points, pointTotals } from './tables.ts'

const insertPoints = defineWrite('points.insert', { rows: jsonRows(points) }, ({ db, rowsOf }, p) =>
  db
    .insertInto('points')
    .columns(points.columnNames)
    .expression(
      db
        .selectFrom(rowsOf(points, p.rows).as('new'))
        .select(points.columnNames)
        // An account can be deleted before the points for watching are written.
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('users').select('users.id').whereRef('users.id', '=', 'new.user_id')),
        ),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'object_id', 'reason']).doNothing()),
)
const addToPointTotals = defineWrite('point_totals.add', { ids: textList() }, ({ db, isAmong }, p) =>
  db
    .insertInto('point_totals')
    .columns(['user_id', 'platform_id', 'points'])
    .expression((eb) =>
      eb
        .selectFrom('points')
        .select(['user_id', 'platform_id'])
        .select(({ fn }) => fn.sum<number>('points.points').as('points'))
        .where(({ ref }) => isAmong(ref('points.id'), p.ids))
        .groupBy(['user_id', 'platform_id'])
        // Transactions lock the totals of the same people in the same order.
        .orderBy('user_id'),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ eb, ref }) => ({
        points: eb(ref('point_totals.points'), '+', ref('excluded.points')),
      })),
    ),
)
/** Adds entries and their points. Skips an entry if the person already has one of the same kind, object, and reason. */
export const addPoints = (rows: readonly PointRow[]): Write[] =>
  rows.length === 0 ? [] : [insertPoints({ rows }), addToPointTotals({ ids: rows.map(({ id }) => id) })]

/** Sets whether the leaderboard may show a person. */
export const setListed = defineWrite(
  'point_totals.list',
  { userId: text(), platformId: text(), isListed: boolean() },
  ({ db }, p) =>
    db
      .insertInto('point_totals')
      .values(({ lit }) => ({
        user_id: p.userId,
        platform_id: p.platformId,
        points: lit(0),
        is_listed: p.isListed,
      }))
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_listed: p.isListed })),
)

/** The total of a person, locked until the end of the transaction; undefined before the first points. */
export const pointTotalForChange = byUserReference((by) =>
  defineQuery(
    `point_totals.by_${by}`,
    { platformId: text(), value: text() },
    ({ db, lockRows }, p) =>
      lockRows(
        db
          .selectFrom('point_totals')
          .select(pointTotals.columnNames)
          .where('user_id', '=', (eb) =>
            eb
              .selectFrom('users')
              .select('users.id')
              .where('users.platform_id', '=', p.platformId)
              .where(by, '=', p.value),
          ),
      ),
    firstRow(pointTotals.decode),
  ),
)

/** The points of a person, and their place on the leaderboard; undefined before the first points. */
export const standingOf = defineQuery(
  'point_totals.standing',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('point_totals as own')
      .select(['own.points', 'own.is_listed'])
      .select((eb) =>
        eb
          .selectFrom('point_totals as other')
          .innerJoin('users', 'users.id', 'other.user_id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('other.platform_id', '=', 'own.platform_id')
          .whereRef('other.points', '>', 'own.points')
          .where('other.is_listed', '=', 1)
          .where('users.registration_status', '!=', 'rejected')
          .as('above'),
      )
      .where('own.user_id', '=', p.userId),
  firstRow(
    ({ points, is_listed, above }): Standing => ({
      points,
      isListed: is_listed === 1,
      rank: Number(above ?? 0) + 1,
    }),
  ),
)
export type Standing = { points: number; isListed: boolean; rank: number }

/** Sorts after every id. */
const AFTER_ALL = '~'

/** The entries of a person before an entry, newest first. */
export const pointsOf = defineQuery(
  'points.of_user',
  { userId: text(), before: textOr(AFTER_ALL), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('points')
      .select(points.columnNames)
      .where('user_id', '=', p.userId)
      .where('id', '<', p.before)
      .orderBy('id', 'desc')
      .limit(p.limit),
  allRows(points.decode),
)

/** The points that a person was granted for a reason and object. */
export const grantedPoints = byUserReference((by) =>
  defineQuery(
    `points.granted_by_${by}`,
    { platformId: text(), value: text(), objectId: text(), reason: text() },
    ({ db }, p) =>
      db
        .selectFrom('points')
        .select(points.columnNames)
        .where('user_id', '=', (eb) =>
          eb
            .selectFrom('users')
            .select('users.id')
            .where('users.platform_id', '=', p.platformId)
            .where(by, '=', p.value),
        )
        .where('kind', '=', 'granted')
        .where('object_id', '=', p.objectId)
        .where('reason', '=', p.reason),
    firstRow(points.decode),
  ),
)

const leader = selectColumns(users, ['id', 'firstName', 'lastName', 'username', 'avatar'])
export type Leader = { points: number; user: RowOf<typeof leader> }

/** The people with the most points, after a position on the leaderboard. */
export const leadersAfter = defineQuery(
  'point_totals.leaders',
  { platformId: text(), points: integer(), after: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('point_totals')
      .innerJoin('users', 'users.id', 'point_totals.user_id')
      .select('point_totals.points')
      .select(leader.qualifiedNames)
      .where('point_totals.platform_id', '=', p.platformId)
      .where('point_totals.is_listed', '=', 1)
      .where('point_totals.points', '>', 0)
      .where(({ eb, or, and }) =>
        or([
          eb('point_totals.points', '<', p.points),
          and([eb('point_totals.points', '=', p.points), eb('point_totals.user_id', '>', p.after)]),
        ]),
      )
      .where('users.registration_status', '!=', 'rejected')
      .orderBy('point_totals.points', 'desc')
      .orderBy('point_totals.user_id')
      .limit(p.limit),
  allRows(({ points: earned, ...user }): Leader => ({ points: earned, user: leader.decode(user) })),
)

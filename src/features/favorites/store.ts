// Favorites in the store: the talks that a person has starred, and the number of stars of a talk.
import { sql } from 'kysely'
import { byUserReference } from '../../kernel/store/changes/objects.ts'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineInsertAll } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite } from '../../kernel/store/sql/statements.ts'
import { selectColumns } from '../../kernel/store/sql/table.ts'
import { type TalkRow, talks } from '../talks/tables.ts'
import { type FavoriteRow, favorites } from './tables.ts'

/** The talks that a person has starred, in any order. */
export const favoriteIds = byUserReference((by) =>
  defineQuery(
    `favorites.ids_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('favorites')
        .innerJoin('users', 'users.id', 'favorites.user_id')
        .select('favorites.talk_id')
        .where('users.platform_id', '=', p.platformId)
        .where(`users.${by}`, '=', p.value),
    allRows(({ talk_id }) => talk_id),
  ),
)

const favoriteTalk = selectColumns(talks, ['externalId', 'title', 'startAt'])
/** A favorite with its talk. */
export type StarredTalk = FavoriteRow & Pick<TalkRow, 'externalId' | 'title' | 'startAt'>

const decodeStarred = (
  row: Parameters<typeof favorites.decode>[0] & Parameters<typeof favoriteTalk.decode>[0],
) => ({
  ...favorites.decode(row),
  ...favoriteTalk.decode(row),
})

/** The favorites of a person after a talk, in the order of the talk ids. */
export const pageOfFavorites = defineQuery(
  'favorites.page',
  { userId: text(), after: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('favorites')
      .innerJoin('talks', 'talks.id', 'favorites.talk_id')
      .select(favorites.qualifiedNames)
      .select(favoriteTalk.qualifiedNames)
      .where('favorites.user_id', '=', p.userId)
      .where('favorites.talk_id', '>', p.after)
      .orderBy('favorites.talk_id')
      .limit(p.limit),
  allRows(decodeStarred),
)

/** The number of stars of each of these talks. Talks without a star are left out. */
export const countFavorites = defineQuery(
  'favorites.counts',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('favorites')
      .select(({ fn }) => ['talk_id', fn.countAll<number>().as('count')])
      .where(({ ref }) => isAmong(ref('talk_id'), p.talkIds))
      .groupBy('talk_id'),
  (rows) => new Map(rows.map(({ talk_id, count }) => [talk_id, Number(count)])),
)

/** The number of stars of the talk in a row of talks. */
export const favoritesOfTalk = sql<number>`(
  select count(*) from favorites where favorites.talk_id = talks.id
)`

export const addFavorites = defineInsertAll(favorites)

export const removeFavorites = defineWrite(
  'favorites.delete',
  { userId: text(), talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .deleteFrom('favorites')
      .where('user_id', '=', p.userId)
      .where(({ ref }) => isAmong(ref('talk_id'), p.talkIds)),
)

/** Deletes the favorites whose talks ended before a time (epoch milliseconds). */
export const removeFavoritesBefore = defineWrite(
  'favorites.delete_ended',
  { platformId: text(), before: instant() },
  ({ db }, p) =>
    db
      .deleteFrom('favorites')
      .where('talk_id', 'in', (eb) =>
        eb
          .selectFrom('talks')
          .select('talks.id')
          .where('talks.platform_id', '=', p.platformId)
          .where('talks.end_at', '<', p.before),
      ),
)

/** The five talks with the most stars, most starred first. */
export const mostStarredTalks = defineQuery(
  'favorites.most_starred',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('favorites')
      .innerJoin('talks', 'talks.id', 'favorites.talk_id')
      .select(({ fn }) => ['talks.id', 'talks.title', fn.countAll<number>().as('count')])
      .where('favorites.platform_id', '=', p.platformId)
      .groupBy(['talks.id', 'talks.title'])
      .orderBy('count', 'desc')
      .orderBy('talks.id')
      .limit(5),
  allRows(({ id, title, count }) => ({ id, title, count: Number(count) })),
)

/** Keeps the favorites of a deleted talk. Their position is the time when they were added. */
const keepFavorites = defineWrite('deleted_objects.keep_favorites', { id: text() }, ({ db }, p) =>
  db
    .insertInto('deleted_object_people')
    .columns(['object_id', 'user_id', 'kind', 'position'])
    .expression(
      db
        .selectFrom('favorites')
        .select(['talk_id', 'user_id', sql.lit('favorite').as('kind'), 'created_at'])
        .where('talk_id', '=', p.id),
    ),
)
const restoreFavorites = defineWrite(
  'deleted_objects.restore_favorites',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .insertInto('favorites')
      .columns(['talk_id', 'user_id', 'platform_id', 'created_at'])
      .expression(
        db
          .selectFrom('deleted_object_people')
          .select(({ cast }) => [
            'object_id',
            'user_id',
            cast<string>(p.platformId, 'text').as('platform_id'),
            'position',
          ])
          .where('object_id', '=', p.id)
          .where('kind', '=', 'favorite'),
      ),
)
/** A restored talk gets its stars back. */
export const keptFavorites = { keep: keepFavorites, restore: restoreFavorites }

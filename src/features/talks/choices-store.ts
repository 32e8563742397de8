// The titles, rooms, tracks, and languages of the talks, as choices in forms and filters.
import { type Expression, sql } from 'kysely'
import { integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, type ParametersOf, type Tools } from '../../kernel/store/sql/statements.ts'

/** Each list is in the order of the stored text. */
export type TalkChoices = { rooms: string[]; tracks: string[]; languages: string[] }
type Column = 'room' | 'track' | 'language'

const parameters = { platformId: text(), limit: integer() }

/**
 * The values of a column. Each value is found as the least one after its predecessor with one index lookup, so the cost
 * does not depend on the number of talks.
 */
const ofColumn = ({ db }: Tools, p: ParametersOf<typeof parameters>, column: Column) => {
  const least = (after?: Expression<string | null>) =>
    db
      .selectFrom('talks')
      .select(({ fn }) => fn.min<string | null>(column).as('value'))
      .where('platform_id', '=', p.platformId)
      .where(column, 'is not', null)
      .$if(after !== undefined, (query) => query.where(column, '>', after ?? null))
  return db
    .withRecursive('found(value)', (cte) =>
      cte
        .selectFrom(least().as('first'))
        .select('first.value')
        .unionAll(
          cte
            .selectFrom('found')
            .select(({ ref }) => least(ref('found.value')).as('value'))
            .where('found.value', 'is not', null),
        ),
    )
    .selectFrom('found')
    .select([sql<Column>`${sql.lit(column)}`.as('kind'), 'found.value'])
    .where('found.value', 'is not', null)
    .$narrowType<{ value: string }>()
    .limit(p.limit)
}

/** The choices among all talks, at most `limit` of each kind. */
export const talkChoices = defineQuery(
  'talk_choices.all',
  parameters,
  (tools, p) => {
    const of = (column: Column) =>
      tools.db.selectFrom(ofColumn(tools, p, column).as(column)).select(['kind', 'value'])
    return of('room').unionAll(of('track')).unionAll(of('language'))
  },
  (rows): TalkChoices => {
    const of = (column: Column) => rows.filter(({ kind }) => kind === column).map(({ value }) => value)
    return { rooms: of('room'), tracks: of('track'), languages: of('language') }
  },
)

/** At most `limit` tracks, the one whose first talk was created first at the beginning. Includes tracks of drafts. */
export const tracksByAge = defineQuery(
  'talk_choices.tracks_by_age',
  parameters,
  (tools, p) =>
    tools.db
      .selectFrom(ofColumn(tools, p, 'track').as('tracks'))
      .select('tracks.value')
      .orderBy((eb) =>
        eb
          .selectFrom('talks')
          .select('id')
          .where('platform_id', '=', p.platformId)
          .whereRef('track', '=', 'tracks.value')
          .orderBy('id')
          .limit(1),
      ),
  allRows(({ value }) => value),
)

/** The first talks by start. */
export const talkTitles = defineQuery(
  'talks.titles',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(['id', 'title'])
      .where('platform_id', '=', p.platformId)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows((row): TalkTitle => row),
)
export type TalkTitle = { id: string; title: string }

/** The titles of these talks by id. */
export const titlesOfTalks = defineQuery(
  'talks.titles_by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(['id', 'title'])
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  (rows) => new Map(rows.map(({ id, title }) => [id, title])),
)

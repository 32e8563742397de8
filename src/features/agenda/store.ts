// Queries of the agenda: days, times, the talks of a span, filters, and the options of filters.
import { sql } from 'kysely'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineFilter, defineFilteredQuery, type Filter } from '../../kernel/store/sql/filters.ts'
import { allRows, defineQuery, Parameter, type Query } from '../../kernel/store/sql/statements.ts'
import { isPublicTalk, listed } from '../talks/programme/public-talks-store.ts'
import { talks } from '../talks/tables.ts'

const isAnyOf = (column: 'room' | 'track' | 'language') =>
  defineFilter('talks', `any_${column}`, textList(), ({ eb, isAmong }, values) =>
    isAmong(eb.ref(`talks.${column}`), values),
  )
/** Talks in any of these rooms. */
export const isInRooms = isAnyOf('room')
/** Talks of any of these tracks. */
export const isOfTracks = isAnyOf('track')
/** Talks in any of these languages, by their canonical tags. */
export const isInLanguages = isAnyOf('language')

const showsAnyOf = defineFilter('talks', 'shownTags', textList(), ({ db, eb, isAmong, platformId }, tags) =>
  eb(
    'talks.id',
    'in',
    db
      .selectFrom('talk_tags')
      .select('talk_id')
      .where('platform_id', '=', platformId)
      .where(({ ref }) => isAmong(ref('tag'), tags))
      .where('is_hidden', '=', sql.lit(0)),
  ),
)

/** Columns that the index of tags also contains. Read from there, they are in the order of the agenda without sorting. */
const inIndex: readonly string[] = ['id', 'start_at']
const otherColumns = talks.qualifiedNames.filter(
  (_name, index) => !inIndex.includes(talks.columnNames[index] ?? ''),
)

function showsOne(tag: string): Filter<'talks'> {
  const { values, ...filter } = showsAnyOf([tag])
  return {
    ...filter,
    name: 'shownTag',
    values: { ...values, shownTag: tag },
    // In SQLite, a cross join starts with the tags (sqlite.org/optoverview.html, section 7.3).
    rows: () => sql`(
      select talk_tags.talk_id as id, talk_tags.start_at, ${sql.join(otherColumns.map((name) => sql.ref(name)))}
      from talk_tags cross join talks
      where talks.id = talk_tags.talk_id and talk_tags.platform_id = ${new Parameter('platformId')}
        and talk_tags.tag = ${new Parameter('shownTag')} and talk_tags.is_hidden = 0
    )`,
  }
}

/** Talks that show any of these tags. */
export function showsTags(tags: readonly string[]): Filter<'talks'> {
  const [tag, ...others] = tags
  return tag !== undefined && others.length === 0 ? showsOne(tag) : showsAnyOf(tags)
}

/** The last start of a talk before an instant (epoch milliseconds), and the first one at or after it. */
export const startsAround = defineQuery(
  'agenda.around',
  { platformId: text(), at: instant() },
  ({ db }, p) =>
    db.selectNoFrom((eb) => [
      eb
        .selectFrom('talks')
        .select('start_at')
        .where('platform_id', '=', p.platformId)
        .where(isPublicTalk)
        .where('start_at', '<', p.at)
        .orderBy('start_at', 'desc')
        .limit(1)
        .as('before'),
      eb
        .selectFrom('talks')
        .select('start_at')
        .where('platform_id', '=', p.platformId)
        .where(isPublicTalk)
        .where('start_at', '>=', p.at)
        .orderBy('start_at')
        .limit(1)
        .as('from'),
    ]),
  ([row]) => ({ before: row?.before ?? undefined, from: row?.from ?? undefined }),
)

const startsSince = defineQuery(
  'agenda.days',
  { platformId: text(), before: instant(), instants: textList() },
  ({ db, elementsOf }, p) => {
    const starts = db.selectFrom('talks').where('platform_id', '=', p.platformId).where(isPublicTalk)
    const last = starts.select('start_at as at').orderBy('start_at', 'desc').limit(1)
    const before = last.where('start_at', '<', p.before)
    return db
      .selectFrom(elementsOf(p.instants).as('wanted'))
      .select(({ cast }) =>
        starts
          .select('start_at as at')
          .where('start_at', '>=', cast<number>(sql.ref('wanted.value'), 'bigint'))
          .orderBy('start_at')
          .limit(1)
          .as('at'),
      )
      .unionAll(db.selectNoFrom(before.as('at')))
      .unionAll(db.selectNoFrom(last.as('at')))
  },
  (rows) => rows.map(({ at }) => at).filter((at) => at !== null),
)
/**
 * The first start of a talk at or after each instant (epoch milliseconds), the last start before an instant, and the
 * last start of all, in any order. Each is one index lookup.
 */
export const startsOfDays = (
  platformId: string,
  { before, instants }: { before: number; instants: readonly number[] },
): Query<number[]> => startsSince({ platformId, before, instants: instants.map(String) })

const span = { platformId: text(), from: instant(), to: instant() }
export type Span = { from: number; to: number }

/** Start times of the talks in a span (`to` is exclusive). */
export const startSlots = defineFilteredQuery(
  'talks',
  'agenda_slots',
  span,
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(rows)
      .select(({ fn }) => ['start_at', fn.countAll<number>().as('count')])
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('start_at', '>=', p.from)
      .where('start_at', '<', p.to)
      .where(isMatch)
      .groupBy('start_at')
      .orderBy('start_at'),
  allRows(({ start_at, count }): StartSlot => ({ at: start_at, count })),
)
/** A start time of talks, and the number of talks. */
export type StartSlot = { at: number; count: number }

/** A page of the talks that start in a span (`to` is exclusive), by time. */
export const talksWithin = defineFilteredQuery(
  'talks',
  'agenda_within',
  { ...span, limit: integer(), offset: integer() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(rows)
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('start_at', '>=', p.from)
      .where('start_at', '<', p.to)
      .where(isMatch)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
  allRows(listed.decode),
)

/** The talks that start in a span and end after it, by time. */
export const talksBeyond = defineFilteredQuery(
  'talks',
  'agenda_running',
  { ...span, limit: integer() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(rows)
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('start_at', '>=', p.from)
      .where('start_at', '<', p.to)
      .where('end_at', '>', p.to)
      .where(isMatch)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(listed.decode),
)

/** The number of talks that match the filters, counted up to `most`. */
export const countTalks = defineFilteredQuery(
  'talks',
  'agenda_count',
  { platformId: text(), most: integer() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(
        db
          .selectFrom(rows)
          .select('id')
          .where('platform_id', '=', p.platformId)
          .where(isPublicTalk)
          .where(isMatch)
          .limit(p.most)
          .as('matching'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  ([row]) => row?.count ?? 0,
)

/** Values of talks by which the agenda can be filtered, in any order. */
export type AgendaChoices = Record<ChoiceKind, string[]>
type ChoiceKind = 'room' | 'track' | 'language' | 'tag'

/**
 * The rooms, tracks, languages, and tags of the first `most` talks of a span, without hidden tags: of each kind the most
 * frequent, at most `limit`.
 */
export const choicesWithin = defineQuery(
  'agenda.choices',
  { ...span, most: integer(), limit: integer() },
  ({ db, textsIn }, p) =>
    db
      .with('part', (cte) =>
        cte
          .selectFrom('talks')
          .select(['room', 'track', 'language', 'tags'])
          .where('platform_id', '=', p.platformId)
          .where(isPublicTalk)
          .where('start_at', '>=', p.from)
          .where('start_at', '<', p.to)
          .orderBy('start_at')
          .limit(p.most),
      )
      .with('found', (cte) => {
        const kind = (name: ChoiceKind) => sql<ChoiceKind>`${sql.lit(name)}`.as('kind')
        const of = (column: 'room' | 'track' | 'language') =>
          cte.selectFrom('part').select([kind(column), `${column} as value`])
        const tags = cte
          .selectFrom('part')
          .innerJoin(
            ({ ref }) => textsIn(ref('part.tags')).as('tag'),
            (join) => join.onTrue(),
          )
          .select([kind('tag'), 'tag.value'])
        return of('room').unionAll(of('track')).unionAll(of('language')).unionAll(tags)
      })
      .with('ranked', (cte) =>
        cte
          .selectFrom('found')
          .select(({ fn }) => [
            ...(['kind', 'value'] as const),
            fn
              .agg<number>('row_number')
              .over((over) =>
                over
                  .partitionBy('kind')
                  .orderBy(({ fn }) => fn.countAll(), 'desc')
                  .orderBy('value'),
              )
              .as('rank'),
          ])
          .where('value', 'is not', null)
          .$narrowType<{ value: string }>()
          .groupBy(['kind', 'value']),
      )
      .selectFrom('ranked')
      .select(['kind', 'value'])
      .where('rank', '<=', p.limit),
  (rows): AgendaChoices => {
    const of = (kind: ChoiceKind) => rows.filter((row) => row.kind === kind).map(({ value }) => value)
    return { room: of('room'), track: of('track'), language: of('language'), tag: of('tag') }
  },
)

// Talks in the store.
import { type ExpressionBuilder, sql } from 'kysely'
import { defineImportedInto } from '../../kernel/store/changes/imported-values.ts'
import { byReference, defineObjects } from '../../kernel/store/changes/objects.ts'
import { boolean, instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import { defineFilter, equals, type Filter } from '../../kernel/store/sql/filters.ts'
import { allRows, defineQuery, firstRow, type Query } from '../../kernel/store/sql/statements.ts'
import { MAX_TALK_MS } from './limits.ts'
import { addressTypes, hasAddress, NO_TYPE, type TalkKind, type TalkState, type TalkType } from './schema.ts'
import { type TalkRow, talks } from './tables.ts'

export const talkObjects = defineObjects(talks, byReference)
export const importedIntoTalk = defineImportedInto(talks)

/**
 * Finds a talk and keeps it from being deleted until the end of the transaction. Any number of transactions can do so
 * at once.
 */
export const talkForShare = byReference((by) =>
  defineQuery(
    `talks.shared_by_${by}`,
    { platformId: text(), value: text() },
    ({ db, shareRows }, p) =>
      shareRows(
        db
          .selectFrom('talks')
          .select(talks.columnNames)
          .where('platform_id', '=', p.platformId)
          .where(by, '=', p.value),
      ),
    firstRow(talks.decode),
  ),
)

/** The ids among these that are talks and not drafts, which stay until the end of the transaction. */
export const talksForShare = defineQuery(
  'talks.shared_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong, shareRows }, p) =>
    db
      .selectFrom('talks')
      .select('id')
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .where('state', '<>', sql.lit<TalkState>('draft'))
      .orderBy('id')
      .$call(shareRows),
  allRows(({ id }) => id),
)

/** Talks with this speaker, by id or canonical e-mail. */
export const spokenBy = defineFilter('talks', 'speaker', text(), ({ db, eb, platformId }, speaker) => {
  const people = db.selectFrom('users').select('users.id').where('users.platform_id', '=', platformId)
  // Each of the two conditions finds at most one account through an index, and its talks through another.
  const accounts = people.where('users.id', '=', speaker).union(people.where('users.email_key', '=', speaker))
  return eb(
    'talks.id',
    'in',
    db
      .selectFrom('talk_people')
      .select('talk_people.talk_id')
      .where('talk_people.user_id', 'in', accounts)
      .where('talk_people.kind', '=', 'speaker'),
  )
})

/** Talks with this tag. Hidden tags count, although they are never shown. */
export const hasTalkTag = defineFilter('talks', 'tag', text(), ({ db, eb, platformId }, tag) =>
  eb(
    'talks.id',
    'in',
    db.selectFrom('talk_tags').select('talk_id').where('platform_id', '=', platformId).where('tag', '=', tag),
  ),
)

const upcomingTalksAfter = defineQuery(
  'talks.upcoming',
  { platformId: text(), now: instant(), afterStart: instant(), afterId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(talks.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('end_at', '>', p.now)
      .where('state', '=', 'published')
      .where(({ eb, refTuple, tuple }) => eb(refTuple('start_at', 'id'), '>', tuple(p.afterStart, p.afterId)))
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(talks.decode),
)

export type UpcomingPage = { now: number; after: { startAt: number; id: string } | null; limit: number }

// A talk lasts a day at most. With this bound on the start, the index by start can serve both conditions.

/** Published talks that are not over at `now` (epoch milliseconds), by start. */
export function upcomingTalks(platformId: string, { now, after, limit }: UpcomingPage): Query<TalkRow[]> {
  const earliest = { startAt: now - MAX_TALK_MS, id: '' }
  const { startAt, id } = after !== null && after.startAt > earliest.startAt ? after : earliest
  return upcomingTalksAfter({ platformId, now, afterStart: startAt, afterId: id, limit })
}

/** Talks that are not over at an instant (epoch milliseconds). */
export const endsAfter = defineFilter('talks', 'endsAfter', instant(), ({ eb }, at) =>
  eb.and([
    eb('talks.end_at', '>', at),
    eb('talks.start_at', '>', eb(eb.cast<number>(at, 'bigint'), '-', eb.lit(MAX_TALK_MS))),
  ]),
)

/** Talks that are over at an instant (epoch milliseconds). */
export const endsBy = defineFilter('talks', 'endsBy', instant(), ({ eb }, at) =>
  eb.and([eb('talks.end_at', '<=', at), eb('talks.start_at', '<', at)]),
)

// Both stores use a partial index only if the query repeats the condition of the index word for word, with literals.

const marked = (mark: 'featured' | 'recommended' | 'keynote') =>
  defineFilter('talks', mark, boolean(), ({ eb }, value) =>
    eb.and([
      eb(`talks.${mark}`, '=', value),
      eb.or([
        eb('talks.featured', '=', eb.lit(1)),
        eb('talks.recommended', '=', eb.lit(1)),
        eb('talks.keynote', '=', eb.lit(1)),
      ]),
    ]),
  )
const marks = {
  featured: marked('featured'),
  recommended: marked('recommended'),
  keynote: marked('keynote'),
}

/** Talks with a mark. Few talks have one. */
export const isMarked = (mark: keyof typeof marks): Filter<'talks'> => marks[mark](true)

/** Talks in a room. */
export const inRoom = (room: string): Filter<'talks'> => equals(talks, 'room', room)

/** Talks in a language, by its canonical tag. */
export const inLanguage = (tag: string): Filter<'talks'> => equals(talks, 'language', tag)

const ofUnusualKind = defineFilter('talks', 'unusualKind', text<TalkKind>(), ({ eb }, kind) =>
  eb.and([eb('talks.kind', '=', kind), eb('talks.kind', '<>', sql.lit<TalkKind>('talk'))]),
)

/** Talks or breaks. Most entries are talks, so talks need no index. */
export const isOfKind = (kind: TalkKind): Filter<'talks'> =>
  kind === 'talk' ? equals(talks, 'kind', kind) : ofUnusualKind(kind)

const inUnusualState = defineFilter('talks', 'unusualState', text<TalkState>(), ({ eb }, state) =>
  eb.and([eb('talks.state', '=', state), eb('talks.state', '<>', sql.lit<TalkState>('published'))]),
)

/** Talks in a state. Most talks are published, so published talks need no index. */
export const inState = (state: TalkState): Filter<'talks'> =>
  state === 'published' ? equals(talks, 'state', state) : inUnusualState(state)

/** Talks that are watched at an address. They have an index. */
export const isAtAddress = (eb: ExpressionBuilder<Database, 'talks'>) =>
  eb(
    'talks.type',
    'in',
    addressTypes.map((type) => sql.lit(type)),
  )

const withoutType: Filter<'talks'> = {
  table: 'talks',
  name: 'withoutType',
  values: {},
  where: () => sql`talks.type is null`,
}
const ofIndexedType = defineFilter('talks', 'indexedType', text<TalkType>(), ({ eb }, type) =>
  eb.and([eb('talks.type', '=', type), isAtAddress(eb)]),
)

/** Talks of a type, or without one. Only the types of talks at an address have an index, because they are rarer. */
export function isOfType(type: TalkType | typeof NO_TYPE): Filter<'talks'> {
  if (type === NO_TYPE) return withoutType
  return hasAddress(type) ? ofIndexedType(type) : equals(talks, 'type', type)
}

/** Talks of any platform. */
export const talksByIds = defineQuery(
  'talks.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(talks.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(talks.decode),
)

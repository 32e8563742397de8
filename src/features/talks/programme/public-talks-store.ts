// The programme as visitors see it: talks by time, and their speakers. Each page has a fixed number of queries.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { instant, integer, text, textList } from '../../../kernel/store/sql/columns.ts'
import type { Database } from '../../../kernel/store/sql/database.ts'
import { allRows, defineQuery, firstRow } from '../../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../../kernel/store/sql/table.ts'
import type { RegistrationStatus } from '../../people/schema.ts'
import { users } from '../../people/tables.ts'
import { MAX_TALK_MS } from '../limits.ts'
import type { TalkKind, TalkState, TalkType } from '../schema.ts'
import { isAtAddress } from '../store.ts'
import { talks } from '../tables.ts'

export const listed = selectColumns(talks, [
  'id',
  'kind',
  'state',
  'title',
  'startAt',
  'endAt',
  'timezone',
  'duration',
  'type',
  'video',
  'image',
  'room',
  'track',
  'language',
  'tags',
  'featured',
  'recommended',
  'keynote',
  'available',
  'recordedAt',
])
/** A talk in a list. */
export type ListedTalk = RowOf<typeof listed>

export const listedPerson = selectColumns(users, [
  'id',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'job',
  'company',
  'highlighted',
])
/** A person named next to a talk or sponsor. */
export type ListedPerson = RowOf<typeof listedPerson>

/** People whose registration was rejected are never named on the public site. */
export const isAdmitted = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb('users.registration_status', '<>', sql.lit<RegistrationStatus>('rejected'))

type OfTalks = ExpressionBuilder<Database, 'talks'>

/** Only staff see drafts. */
export const isPublicTalk = (eb: OfTalks) => eb('talks.state', '<>', sql.lit<TalkState>('draft'))

/** The value is a literal, because both stores use a partial index only if the query repeats its condition. */
const isFeatured = (eb: OfTalks) => eb('talks.featured', '=', eb.lit(1))

/** Replays are never live. A talk without a type is no replay. */
const isNoReplay = (eb: OfTalks) => eb('talks.type', 'is distinct from', sql.lit<TalkType>('replay'))

/** Talks that take place, and breaks with something to watch. */
const isAttended = (eb: OfTalks) =>
  eb.and([
    eb('talks.state', '=', sql.lit<TalkState>('published')),
    eb.or([
      eb('talks.kind', '=', sql.lit<TalkKind>('talk')),
      eb.and([isAtAddress(eb), eb('talks.video', 'is not', null)]),
    ]),
  ])

export type SpeakerOf = { objectId: string; speaker: ListedPerson }

/**
 * Talks that start at this time or later can still be running. With this bound, the index by start can serve the
 * search.
 */
const earliestStart = ({ now }: { now: Expression<number> }) =>
  sql<number>`cast(${now} as bigint) - ${sql.lit(MAX_TALK_MS + 1)}`

const atTime = { platformId: text(), now: instant() }

/** Talks that are live at `now` (epoch milliseconds). A replay is a recording and never live. */
export const talksLiveNow = defineQuery(
  'programme.live',
  { ...atTime, limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isAttended)
      .where('start_at', '>', earliestStart(p))
      .where('start_at', '<=', p.now)
      .where('end_at', '>', p.now)
      .where(isNoReplay)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(listed.decode),
)

/** The number of talks that are live at `now` (epoch milliseconds). */
export const countLive = defineQuery(
  'programme.count_live',
  atTime,
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('platform_id', '=', p.platformId)
      .where(isAttended)
      .where('start_at', '>', earliestStart(p))
      .where('start_at', '<=', p.now)
      .where('end_at', '>', p.now)
      .where(isNoReplay),
  firstRow(({ count }) => count),
)

/** The first talks that start after `now` (epoch milliseconds), also those whose recording can be watched already. */
export const nextTalks = defineQuery(
  'programme.next',
  { platformId: text(), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isAttended)
      .where('start_at', '>', p.now)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(listed.decode),
)

/** The next start or end of a talk after `now` (epoch milliseconds); undefined if there is none. */
export const nextBoundary = defineQuery(
  'programme.next_boundary',
  atTime,
  ({ db }, p) => {
    const start = db
      .selectFrom('talks')
      .select(({ fn }) => fn.min('start_at').as('at'))
      .where('platform_id', '=', p.platformId)
      .where('start_at', '>', p.now)
    const end = db
      .selectFrom('talks')
      .select(({ fn }) => fn.min('end_at').as('at'))
      .where('platform_id', '=', p.platformId)
      .where('start_at', '>', earliestStart(p))
      .where('start_at', '<=', p.now)
      .where('end_at', '>', p.now)
    return db.selectFrom(start.unionAll(end).as('boundaries')).select(({ fn }) => fn.min('at').as('at'))
  },
  ([row]) => row?.at ?? undefined,
)

// Each list consists of parts that an index has in the order of the list, so only the shown rows are read.

/** Featured talks: upcoming and running ones first, then the others, each by start. */
export const featuredTalks = defineQuery(
  'programme.featured',
  { ...atTime, limit: integer() },
  ({ db }, p) => {
    const part = (rank: number, isInPart: (eb: OfTalks) => Expression<SqlBool>) =>
      db
        .selectFrom(
          db
            .selectFrom('talks')
            .select(({ lit }) => [...listed.columnNames, lit(rank).as('rank')])
            .where('platform_id', '=', p.platformId)
            .where(isPublicTalk)
            .where(isFeatured)
            .where(isInPart)
            .orderBy('start_at')
            .orderBy('id')
            .limit(p.limit)
            .as('part'),
        )
        .select([...listed.columnNames, 'rank'])
    const ahead = part(0, (eb) => eb.and([eb('start_at', '>', earliestStart(p)), eb('end_at', '>', p.now)]))
    const over = part(1, (eb) => eb.and([eb('start_at', '<=', p.now), eb('end_at', '<=', p.now)]))
    return db
      .selectFrom(ahead.unionAll(over).as('part'))
      .select(listed.columnNames)
      .orderBy('rank')
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit)
  },
  allRows(listed.decode),
)

/** Talks that are over and can be watched as recordings: featured ones first, then the others, each with the latest first. */
export const recordedTalks = defineQuery(
  'programme.recorded',
  { platformId: text(), now: instant(), limit: integer() },
  ({ db }, p) => {
    const part = (isInPart: (eb: OfTalks) => Expression<SqlBool>) =>
      db
        .selectFrom(
          db
            .selectFrom('talks')
            .select(listed.columnNames)
            .where('platform_id', '=', p.platformId)
            .where('state', '=', sql.lit<TalkState>('published'))
            // Repeats the condition of the index by type.
            .where(isAtAddress)
            .where('video', 'is not', null)
            .where(isInPart)
            .orderBy('start_at', 'desc')
            .orderBy('id')
            .limit(p.limit)
            .as('part'),
        )
        .select(listed.columnNames)
    const isOver = (type: TalkType) => (eb: OfTalks) =>
      eb.and([
        eb('type', '=', sql.lit<TalkType>(type)),
        eb('start_at', '<=', p.now),
        eb('end_at', '<=', p.now),
      ])
    const kinds = [isOver('replay'), isOver('youtube')]
    const marked = part((eb) => eb.and([isFeatured(eb), eb.or(kinds.map((isOfKind) => isOfKind(eb)))]))
    const parts = kinds.map((isOfKind) =>
      part((eb) => eb.and([eb('featured', '=', eb.lit(0)), isOfKind(eb)])),
    )
    return db
      .selectFrom(parts.reduce((all, one) => all.unionAll(one), marked).as('part'))
      .select(listed.columnNames)
      .orderBy('featured', 'desc')
      .orderBy('start_at', 'desc')
      .orderBy('id')
      .limit(p.limit)
  },
  allRows(listed.decode),
)

/** The start of the first talk and of the last talk; undefined without talks. */
export const programmeSpan = defineQuery(
  'programme.span',
  { platformId: text() },
  ({ db }, p) => {
    // A minimum and a maximum in the same query would read the whole index.
    const start = (order: 'asc' | 'desc') =>
      db
        .selectFrom('talks')
        .select('start_at')
        .where('platform_id', '=', p.platformId)
        .where(isPublicTalk)
        .orderBy('start_at', order)
        .limit(1)
    return db.selectNoFrom([start('asc').as('first'), start('desc').as('last')])
  },
  ([row]) => (row?.first == null || row.last == null ? undefined : { from: row.first, to: row.last }),
)

/** The talks with these ids, by start. */
export const listedTalksByIds = defineQuery(
  'programme.by_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .orderBy('start_at')
      .orderBy('id'),
  allRows(listed.decode),
)

/** The speakers of these talks without moderators, each list in order. */
export const speakersOfTalks = defineQuery(
  'programme.speakers_of',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('users', 'users.id', 'talk_people.user_id')
      .select('talk_people.talk_id')
      .select(listedPerson.qualifiedNames)
      .where(({ ref }) => isAmong(ref('talk_people.talk_id'), p.talkIds))
      .where('talk_people.kind', '=', 'speaker')
      .where(isAdmitted)
      .orderBy('talk_people.talk_id')
      .orderBy('talk_people.position'),
  allRows((row): SpeakerOf => ({ objectId: row.talk_id, speaker: listedPerson.decode(row) })),
)

/** Longer than what a list shows of a description, with its markup. */
const ABSTRACT_SOURCE = 600

/** The starts of the descriptions of these talks. */
export const abstractsOfTalks = defineQuery(
  'programme.abstracts_of',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(({ fn, lit, ref }) => [
        'id',
        fn<string>('substr', [ref('description'), lit(1), lit(ABSTRACT_SOURCE)]).as('start'),
      ])
      .where(({ ref }) => isAmong(ref('id'), p.talkIds))
      .where('description', 'is not', null),
  allRows(({ id, start }) => ({ id, start })),
)

const neighbor = selectColumns(talks, ['id', 'title', 'startAt', 'endAt'])
export type Neighbor = RowOf<typeof neighbor>

/** The first published talk that starts later. */
export const talkAfter = defineQuery(
  'programme.after',
  { platformId: text(), startAt: instant() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(neighbor.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('state', '=', 'published')
      .where('start_at', '>', p.startAt)
      .orderBy('start_at')
      .orderBy('id')
      .limit(1),
  firstRow(neighbor.decode),
)

/** The last published talk that starts earlier, and the first that starts later. */
export const talksBeside = defineQuery(
  'programme.beside',
  { platformId: text(), startAt: instant() },
  ({ db }, p) => {
    const part = (side: 'before' | 'after', comparison: '<' | '>', order: 'asc' | 'desc') =>
      db
        .selectFrom(
          db
            .selectFrom('talks')
            .select([...neighbor.columnNames, sql.lit(side).as('side')])
            .where('platform_id', '=', p.platformId)
            .where('state', '=', sql.lit<TalkState>('published'))
            .where('start_at', comparison, p.startAt)
            .orderBy('start_at', order)
            .orderBy('id', order)
            .limit(1)
            .as('part'),
        )
        .select([...neighbor.columnNames, 'side'])
    return part('before', '<', 'desc').unionAll(part('after', '>', 'asc'))
  },
  (rows) => {
    const [before, after] = ['before', 'after'].map((side) => rows.find((row) => row.side === side))
    return { before: before && neighbor.decode(before), after: after && neighbor.decode(after) }
  },
)

/** The talks that a person speaks at, by start. */
export const talksOfSpeaker = defineQuery(
  'programme.of_speaker',
  { platformId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_people')
      // In SQLite, a cross join starts with the talks of the person (sqlite.org/optoverview.html, section 7.3).
      .crossJoin('talks')
      .select(listed.qualifiedNames)
      .whereRef('talks.id', '=', 'talk_people.talk_id')
      .where('talks.platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('talk_people.user_id', '=', p.userId)
      .where('talk_people.kind', '=', 'speaker')
      .orderBy('talks.start_at')
      .orderBy('talks.id'),
  allRows(listed.decode),
)

/**
 * Published talks of the speakers of a talk, and those of its track from its start on, each by start. A talk is found
 * once for each speaker that it shares.
 */
export const relatedTalks = defineQuery(
  'programme.related',
  { platformId: text(), id: text(), track: text(), startAt: instant(), limit: integer() },
  ({ db }, p) => {
    const ofSpeakers = db
      .selectFrom('talk_people as own')
      // In SQLite, a cross join starts with the people of the talk (sqlite.org/optoverview.html, section 7.3).
      .crossJoin('talk_people as other')
      .crossJoin('talks')
      .select(({ lit }) => [...listed.qualifiedNames, lit<number>(0).as('rank')])
      .whereRef('other.user_id', '=', 'own.user_id')
      .whereRef('talks.id', '=', 'other.talk_id')
      .where('own.talk_id', '=', p.id)
      .where('own.kind', '=', 'speaker')
      .where('other.kind', '=', 'speaker')
      .where('talks.id', '<>', p.id)
      .where('talks.platform_id', '=', p.platformId)
      .where('talks.state', '=', sql.lit<TalkState>('published'))
      .orderBy('talks.start_at')
      .orderBy('talks.id')
      .limit(p.limit)
    const ofTrack = db
      .selectFrom('talks')
      .select(({ lit }) => [...listed.columnNames, lit<number>(1).as('rank')])
      .where('platform_id', '=', p.platformId)
      .where('state', '=', sql.lit<TalkState>('published'))
      .where('track', '=', p.track)
      .where('start_at', '>=', p.startAt)
      .where('id', '<>', p.id)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit)
    return db
      .selectFrom(ofSpeakers.as('part'))
      .select([...listed.columnNames, 'rank'])
      .unionAll(db.selectFrom(ofTrack.as('part')).select([...listed.columnNames, 'rank']))
      .orderBy('rank')
      .orderBy('start_at')
      .orderBy('id')
  },
  allRows(listed.decode),
)

// The programme as visitors see it: talks by time, and their speakers. Each page has a fixed number of queries.
import { type ExpressionBuilder, sql } from 'kysely'
import type { RegistrationStatus } from '../../schema/people/users.ts'
import { instant, integer, text, textList } from '../sql/columns.ts'
import type { Database } from '../sql/database.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import { type RowOf, selectColumns } from '../sql/table.ts'
import { talks, users } from '../sql/tables.ts'

const listed = selectColumns(talks, [
  'id',
  'title',
  'startAt',
  'endAt',
  'timezone',
  'duration',
  'type',
  'image',
  'track',
  'tags',
  'featured',
  'recommended',
  'keynote',
  'available',
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
/** A person named next to a talk or a sponsor. */
export type ListedPerson = RowOf<typeof listedPerson>

/** The public site never names people whose registration was rejected. */
export const isAdmitted = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb('users.registration_status', '<>', sql.lit<RegistrationStatus>('rejected'))

export type SpeakerOf = { objectId: string; speaker: ListedPerson }

/** No talk is longer than a day. */
const MAX_TALK_MS = 24 * 3_600_000

const span = { platformId: text(), earliest: instant(), now: instant() }

const live = defineQuery(
  'programme.live',
  { ...span, limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('start_at', '>', p.earliest)
      .where('start_at', '<=', p.now)
      .where('end_at', '>', p.now)
      .where('type', '!=', 'replay')
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(listed.decode),
)
/** Talks that are live at `now` (epoch milliseconds). A replay is a recording, so it never is. */
export const liveTalks = (platformId: string, now: number, limit: number): Query<ListedTalk[]> =>
  live({ platformId, now, earliest: now - MAX_TALK_MS - 1, limit })

const liveCount = defineQuery(
  'programme.count_live',
  span,
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('platform_id', '=', p.platformId)
      .where('start_at', '>', p.earliest)
      .where('start_at', '<=', p.now)
      .where('end_at', '>', p.now)
      .where('type', '!=', 'replay'),
  firstRow(({ count }) => count),
)
/** How many talks are live at `now` (epoch milliseconds). */
export const countLive = (platformId: string, now: number): Query<number | undefined> =>
  liveCount({ platformId, now, earliest: now - MAX_TALK_MS - 1 })

const embeddedCount = defineQuery(
  'programme.count_embedded',
  { platformId: text(), now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('platform_id', '=', p.platformId)
      .where('end_at', '>', p.now)
      .where('type', '=', 'embedded'),
  firstRow(({ count }) => count),
)
/** How many embedded talks are not over at `now` (epoch milliseconds). */
export const countEmbedded = (platformId: string, now: number): Query<number | undefined> =>
  embeddedCount({ platformId, now })

const next = defineQuery(
  'programme.next',
  { platformId: text(), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('start_at', '>', p.now)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(listed.decode),
)
/** The first talks that start after `now` (epoch milliseconds). */
export const nextTalks = (platformId: string, now: number, limit: number): Query<ListedTalk[]> =>
  next({ platformId, now, limit })

const boundary = defineQuery(
  'programme.next_boundary',
  span,
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
      .where('start_at', '>', p.earliest)
      .where('start_at', '<=', p.now)
      .where('end_at', '>', p.now)
    return db.selectFrom(start.unionAll(end).as('boundaries')).select(({ fn }) => fn.min('at').as('at'))
  },
  ([row]) => row?.at ?? undefined,
)
/** When the next talk starts or ends after `now` (epoch milliseconds); undefined if none does. */
export const nextBoundary = (platformId: string, now: number): Query<number | undefined> =>
  boundary({ platformId, now, earliest: now - MAX_TALK_MS - 1 })

const featured = defineQuery(
  'programme.featured',
  { platformId: text(), now: instant(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('featured', '=', 1)
      .orderBy(({ case: when, lit }) => when().when('end_at', '>', p.now).then(lit(0)).else(lit(1)).end())
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(listed.decode),
)
/** Featured talks: first those that are not over, then the others, each by start. */
export const featuredTalks = (platformId: string, now: number, limit: number): Query<ListedTalk[]> =>
  featured({ platformId, now, limit })

const starts = defineQuery(
  'programme.span',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(({ fn }) => [
        fn.min<number | null>('start_at').as('first'),
        fn.max<number | null>('start_at').as('last'),
      ])
      .where('platform_id', '=', p.platformId),
  ([row]) => (row?.first == null || row.last == null ? undefined : { from: row.first, to: row.last }),
)
/** When the first talk and the last talk start. Undefined without talks. */
export const programmeSpan = (platformId: string): Query<{ from: number; to: number } | undefined> =>
  starts({ platformId })

const byIds = defineQuery(
  'programme.by_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .orderBy('start_at')
      .orderBy('id'),
  allRows(listed.decode),
)
/** These talks, by start. */
export const talksByIds = (platformId: string, ids: readonly string[]): Query<ListedTalk[]> =>
  byIds({ platformId, ids })

const speakersOf = defineQuery(
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
/** The speakers of these talks, without moderators; each list in its order. */
export const speakersOfTalks = (talkIds: readonly string[]): Query<SpeakerOf[]> => speakersOf({ talkIds })

const neighbor = selectColumns(talks, ['id', 'title', 'startAt'])
export type Neighbor = RowOf<typeof neighbor>

const beside = (name: string, comparison: '<' | '>', order: 'asc' | 'desc') =>
  defineQuery(
    `programme.${name}`,
    { platformId: text(), startAt: instant(), id: text() },
    ({ db }, p) =>
      db
        .selectFrom('talks')
        .select(neighbor.columnNames)
        .where('platform_id', '=', p.platformId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('start_at', 'id'), comparison, tuple(p.startAt, p.id)),
        )
        .orderBy('start_at', order)
        .orderBy('id', order)
        .limit(1),
    firstRow(neighbor.decode),
  )
const neighbors = { before: beside('before', '<', 'desc'), after: beside('after', '>', 'asc') }
/** The talk before or after another one in the order of the programme. */
export const talkBeside = (
  direction: 'before' | 'after',
  platformId: string,
  { id, startAt }: { id: string; startAt: number },
): Query<Neighbor | undefined> => neighbors[direction]({ platformId, startAt, id })

const ofSpeaker = defineQuery(
  'programme.of_speaker',
  { platformId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .innerJoin('talk_people', 'talk_people.talk_id', 'talks.id')
      .select(listed.qualifiedNames)
      .where('talks.platform_id', '=', p.platformId)
      .where('talk_people.user_id', '=', p.userId)
      .where('talk_people.kind', '=', 'speaker')
      .orderBy('talks.start_at')
      .orderBy('talks.id'),
  allRows(listed.decode),
)
/** The talks in which a person speaks, by start. */
export const talksOfSpeaker = (platformId: string, userId: string): Query<ListedTalk[]> =>
  ofSpeaker({ platformId, userId })

// The programme as visitors see it: talks by time, and who speaks in them. Each page has a fixed number of queries.
import { sql } from 'kysely'
import { partOf } from '../sql/partial-rows.ts'
import { allRows, firstRow, parameter, type Query, Statement } from '../sql/statements.ts'
import { talks, users } from '../sql/tables.ts'

const listed = partOf(talks, [
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
/** A talk as part of a list. */
export type ListedTalk = ReturnType<typeof listed.decode>

export const personPart = partOf(users, [
  'id',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'job',
  'company',
  'highlighted',
])
/** A person as named beside a talk or a sponsor. */
export type ListedPerson = ReturnType<typeof personPart.decode>
/** Nobody is named on the public site whose registration was rejected. */
export const isAdmitted = sql<boolean>`users.registration_status <> 'rejected'`

export type SpeakerOf = { objectId: string; speaker: ListedPerson }

const listedColumns = listed.columns as readonly 'talks.id'[]
const personColumns = personPart.columns as readonly 'users.id'[]

/** No talk is longer than a day. */
const LONGEST_TALK_MS = 24 * 3_600_000

const live = new Statement('programme.live', ({ db }) =>
  db
    .selectFrom('talks')
    .select(listedColumns)
    .where('platform_id', '=', parameter('platform'))
    .where('start_at', '>', parameter('earliest'))
    .where('start_at', '<=', parameter('now'))
    .where('end_at', '>', parameter('now'))
    .orderBy('start_at')
    .orderBy('id')
    .limit(parameter('limit')),
)
/** Talks that are under way at `now` (epoch milliseconds). */
export const liveTalks = (platformId: string, now: number, limit: number): Query<ListedTalk[]> => ({
  statement: live,
  values: { platform: platformId, now, earliest: now - LONGEST_TALK_MS - 1, limit },
  decode: allRows(listed.decode),
})

const countOfLive = new Statement('programme.count_live', ({ db }) =>
  db
    .selectFrom('talks')
    .select(sql<number>`count(*)`.as('live'))
    .where('platform_id', '=', parameter('platform'))
    .where('start_at', '>', parameter('earliest'))
    .where('start_at', '<=', parameter('now'))
    .where('end_at', '>', parameter('now')),
)
/** How many talks are under way at `now` (epoch milliseconds). */
export const countLive = (platformId: string, now: number): Query<number | undefined> => ({
  statement: countOfLive,
  values: { platform: platformId, now, earliest: now - LONGEST_TALK_MS - 1 },
  decode: firstRow((row) => Number(row.live)),
})

const next = new Statement('programme.next', ({ db }) =>
  db
    .selectFrom('talks')
    .select(listedColumns)
    .where('platform_id', '=', parameter('platform'))
    .where('start_at', '>', parameter('now'))
    .orderBy('start_at')
    .orderBy('id')
    .limit(parameter('limit')),
)
/** The first talks that begin after `now`. */
export const nextTalks = (platformId: string, now: number, limit: number): Query<ListedTalk[]> => ({
  statement: next,
  values: { platform: platformId, now, limit },
  decode: allRows(listed.decode),
})

const featured = new Statement('programme.featured', ({ db }) =>
  db
    .selectFrom('talks')
    .select(listedColumns)
    .where('platform_id', '=', parameter('platform'))
    .where('featured', '=', 1)
    .orderBy(sql`case when end_at > ${parameter('now')} then 0 else 1 end`)
    .orderBy('start_at')
    .orderBy('id')
    .limit(parameter('limit')),
)
/** Featured talks: those not yet over first, each part by start. */
export const featuredTalks = (platformId: string, now: number, limit: number): Query<ListedTalk[]> => ({
  statement: featured,
  values: { platform: platformId, now, limit },
  decode: allRows(listed.decode),
})

const span = new Statement('programme.span', ({ db }) =>
  db
    .selectFrom('talks')
    .select(sql<number>`min(start_at)`.as('first_start'))
    .select(sql<number>`max(start_at)`.as('last_start'))
    .where('platform_id', '=', parameter('platform')),
)
/** When the first talk begins, and the last one; undefined without talks. */
export const programmeSpan = (platformId: string): Query<{ from: number; to: number } | undefined> => ({
  statement: span,
  values: { platform: platformId },
  decode: (rows) => {
    const from = rows[0]?.first_start
    const to = rows[0]?.last_start
    return from == null || to == null ? undefined : { from: Number(from), to: Number(to) }
  },
})

const byIds = new Statement('programme.by_ids', ({ db, isAmong }) =>
  db
    .selectFrom('talks')
    .select(listedColumns)
    .where('platform_id', '=', parameter('platform'))
    .where(isAmong('id', 'ids'))
    .orderBy('start_at')
    .orderBy('id'),
)
/** These talks, by start. */
export const talksByIds = (platformId: string, ids: readonly string[]): Query<ListedTalk[]> => ({
  statement: byIds,
  values: { platform: platformId, ids: JSON.stringify(ids) },
  decode: allRows(listed.decode),
})

const speakersOf = new Statement('programme.speakers_of', ({ db, isAmong }) =>
  db
    .selectFrom('talk_people')
    .innerJoin('users', 'users.id', 'talk_people.user_id')
    .select(['talk_people.talk_id as object_id', ...personColumns])
    .where(isAmong('talk_people.talk_id', 'talks'))
    .where('talk_people.kind', '=', 'speaker')
    .where(isAdmitted)
    .orderBy('talk_people.talk_id')
    .orderBy('talk_people.position'),
)
/** The speakers of these talks, never their moderators; each list in its order. */
export const speakersOfTalks = (talkIds: readonly string[]): Query<SpeakerOf[]> => ({
  statement: speakersOf,
  values: { talks: JSON.stringify(talkIds) },
  decode: allRows((row) => ({ objectId: String(row.object_id), speaker: personPart.decode(row) })),
})

const neighbor = partOf(talks, ['id', 'title', 'startAt'])
export type Neighbor = ReturnType<typeof neighbor.decode>

const beside = (direction: 'before' | 'after') =>
  new Statement(`programme.${direction}`, ({ db }) =>
    db
      .selectFrom('talks')
      .select(neighbor.columns as readonly 'talks.id'[])
      .where('platform_id', '=', parameter('platform'))
      .where(
        direction === 'before'
          ? sql<boolean>`(start_at, id) < (${parameter('start')}, ${parameter('id')})`
          : sql<boolean>`(start_at, id) > (${parameter('start')}, ${parameter('id')})`,
      )
      .orderBy('start_at', direction === 'before' ? 'desc' : 'asc')
      .orderBy('id', direction === 'before' ? 'desc' : 'asc')
      .limit(1),
  )
const besides = { before: beside('before'), after: beside('after') }
/** The talk before or after one in the order of the programme. */
export const talkBeside = (
  direction: 'before' | 'after',
  platformId: string,
  { id, startAt }: { id: string; startAt: number },
): Query<Neighbor | undefined> => ({
  statement: besides[direction],
  values: { platform: platformId, start: startAt, id },
  decode: firstRow(neighbor.decode),
})

const ofSpeaker = new Statement('programme.of_speaker', ({ db }) =>
  db
    .selectFrom('talks')
    .innerJoin('talk_people', 'talk_people.talk_id', 'talks.id')
    .select(listedColumns)
    .where('talks.platform_id', '=', parameter('platform'))
    .where('talk_people.user_id', '=', parameter('user'))
    .where('talk_people.kind', '=', 'speaker')
    .orderBy('talks.start_at')
    .orderBy('talks.id'),
)
/** The talks in which a person speaks, by start. */
export const talksOfSpeaker = (platformId: string, userId: string): Query<ListedTalk[]> => ({
  statement: ofSpeaker,
  values: { platform: platformId, user: userId },
  decode: allRows(listed.decode),
})

// What is left to do in the programme: talks that lack something, talks at the same time in one room or with one speaker,
// and speakers without a biography or picture.
import { type Expression, type RawBuilder, sql } from 'kysely'
import { instant, text, textList } from '../sql/columns.ts'
import { defineFilter, type Filter } from '../sql/filters.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import type { Tools } from '../sql/tools.ts'

/** A talk lasts a day at most. With a bound on its start, the indexes by start serve the search. */
const MAX_MS = 24 * 3_600_000

/** What a talk can need. A conflict is a room or speaker that is double-booked. */
export const talkChecks = ['conflict', 'speakers', 'video', 'room', 'picture'] as const
export type TalkCheck = (typeof talkChecks)[number]

/**
 * Talks that share a room or a speaker with another at the same time, with the reason. Breaks and canceled talks take
 * nobody's time. Each talk is compared with its neighbors in the order of time alone, so that sorting is all the work.
 */
const doubleBooked = (
  platformId: Expression<string>,
  isNear: RawBuilder<unknown> = sql`1 = 1`,
): RawBuilder<{ id: string; reason: 'room' | 'speaker' }> => sql`(
  select distinct id, reason from (
    select id, reason, start_at, end_at,
      max(end_at) over (
        partition by reason, resource order by start_at, id rows between unbounded preceding and 1 preceding
      ) as busy_until,
      lead(start_at) over (partition by reason, resource order by start_at, id) as next_start
    from (
      select id, 'room' as reason, room as resource, start_at, end_at from talks
      where platform_id = ${platformId} and room is not null and kind = 'talk' and state <> 'cancelled' and ${isNear}
      union all
      select talks.id, 'speaker', talk_people.user_id, start_at, end_at
      from talks join talk_people on talk_people.talk_id = talks.id and talk_people.kind = 'speaker'
      where platform_id = ${platformId} and talks.kind = 'talk' and state <> 'cancelled' and ${isNear}
    ) as booked
  ) as placed
  where busy_until > start_at or next_start < end_at
)`

const lacking: Record<Exclude<TalkCheck, 'conflict'>, RawBuilder<boolean>> = {
  video: sql`talks.type <> 'embedded' and talks.video is null`,
  room: sql`talks.room is null`,
  picture: sql`talks.image is null`,
  speakers: sql`not exists (
    select 1 from talk_people where talk_people.talk_id = talks.id and talk_people.kind = 'speaker'
  )`,
}

const isTalk = sql`talks.kind = 'talk' and talks.state <> 'cancelled'`

const lacks = (check: keyof typeof lacking) =>
  // The value is not needed, but every filter has one.
  defineFilter(
    'talks',
    `lacks_${check}`,
    text(),
    (_tools, platformId) => sql`talks.platform_id = ${platformId} and ${isTalk} and ${lacking[check]}`,
  )
const checks: Record<TalkCheck, (platformId: string) => Filter<'talks'>> = {
  conflict: defineFilter(
    'talks',
    'conflict',
    text(),
    (_tools, platformId) => sql`talks.id in (select id from ${doubleBooked(platformId)} as conflicting)`,
  ),
  video: lacks('video'),
  room: lacks('room'),
  picture: lacks('picture'),
  speakers: lacks('speakers'),
}

/** Talks with something left to do. Breaks and canceled talks have nothing. */
export const needsWork = (platformId: string, check: TalkCheck): Filter<'talks'> => checks[check](platformId)

const counts = defineQuery(
  'talks.counts_of_checks',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(({ fn }) => {
        const count = (condition: RawBuilder<boolean>) =>
          fn.sum<number | null>(sql`case when ${condition} then 1 else 0 end`)
        return [
          count(lacking.video).as('video'),
          count(lacking.room).as('room'),
          count(lacking.picture).as('picture'),
          count(lacking.speakers).as('speakers'),
          sql<number>`(select count(distinct id) from ${doubleBooked(p.platformId)} as conflicting)`.as(
            'conflict',
          ),
        ]
      })
      .where('talks.platform_id', '=', p.platformId)
      .where(sql<boolean>`${isTalk}`),
  firstRow(
    (row): Record<TalkCheck, number> => ({
      conflict: Number(row.conflict),
      video: Number(row.video),
      room: Number(row.room),
      picture: Number(row.picture),
      speakers: Number(row.speakers),
    }),
  ),
)
/** How many talks each check finds. */
export const countChecks = (platformId: string): Query<Record<TalkCheck, number> | undefined> =>
  counts({ platformId })

const among = defineQuery(
  'talks.double_booked',
  { platformId: text(), ids: textList(), from: instant(), to: instant() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom(
        doubleBooked(p.platformId, sql`start_at > ${p.from} and start_at < ${p.to}`).as('conflicting'),
      )
      .select('conflicting.id')
      .distinct()
      .where(({ ref }) => isAmong(ref('conflicting.id'), p.ids)),
  (rows) => new Set(rows.map(({ id }) => id)),
)
/** Those of the talks that are double-booked. Talks of other days are not read. */
export const doubleBookedAmong = (
  platformId: string,
  talks: readonly { id: string; startAt: number; endAt: number }[],
): Query<Set<string>> =>
  among({
    platformId,
    ids: talks.map(({ id }) => id),
    from: Math.min(...talks.map(({ startAt }) => startAt), Number.MAX_SAFE_INTEGER) - MAX_MS,
    to: Math.max(...talks.map(({ endAt }) => endAt), 0),
  })

/** A talk at the same time in the same room, or with the same speaker. Times are epoch milliseconds. */
export type Conflict = { id: string; title: string; startAt: number; endAt: number } & (
  | { reason: 'room'; room: string }
  | { reason: 'speaker'; speaker: { firstName: string | null; lastName: string | null; username: string } }
)

const MAX_CONFLICTS = 20

const overlaps = ({ db }: Tools, platformId: Expression<string>, id: Expression<string>) =>
  db
    .selectFrom('talks as mine')
    .innerJoin('talks as other', (join) =>
      join
        .onRef('other.platform_id', '=', 'mine.platform_id')
        .onRef('other.start_at', '<', 'mine.end_at')
        .on(sql<boolean>`other.start_at > mine.start_at - ${sql.lit(MAX_MS)}`)
        .onRef('other.end_at', '>', 'mine.start_at')
        .onRef('other.id', '<>', 'mine.id')
        .on('other.kind', '=', sql.lit('talk'))
        .on('other.state', '<>', sql.lit('cancelled')),
    )
    .where('mine.platform_id', '=', platformId)
    .where('mine.id', '=', id)
    .where('mine.kind', '=', sql.lit('talk'))
    .where('mine.state', '<>', sql.lit('cancelled'))
    .select(['other.id', 'other.title', 'other.start_at', 'other.end_at'])
    .orderBy('other.start_at')
    .orderBy('other.id')
    .limit(MAX_CONFLICTS)

const inRoom = defineQuery(
  'talks.conflicts_in_room',
  { platformId: text(), id: text() },
  (tools, p) =>
    overlaps(tools, p.platformId, p.id)
      .whereRef('other.room', '=', 'mine.room')
      .select('other.room')
      .$narrowType<{ room: string }>(),
  allRows(
    ({ id, title, start_at, end_at, room }): Conflict => ({
      ...{ reason: 'room', room },
      ...{ id, title, startAt: start_at, endAt: end_at },
    }),
  ),
)
const withSpeaker = defineQuery(
  'talks.conflicts_with_speaker',
  { platformId: text(), id: text() },
  (tools, p) =>
    overlaps(tools, p.platformId, p.id)
      .innerJoin('talk_people as own', 'own.talk_id', 'mine.id')
      .innerJoin('talk_people as their', (join) =>
        join.onRef('their.talk_id', '=', 'other.id').onRef('their.user_id', '=', 'own.user_id'),
      )
      .innerJoin('users', 'users.id', 'own.user_id')
      .where('own.kind', '=', sql.lit('speaker'))
      .where('their.kind', '=', sql.lit('speaker'))
      .select(['users.first_name', 'users.last_name', 'users.username']),
  allRows(
    (row): Conflict => ({
      reason: 'speaker',
      speaker: { firstName: row.first_name, lastName: row.last_name, username: row.username },
      ...{ id: row.id, title: row.title, startAt: row.start_at, endAt: row.end_at },
    }),
  ),
)
/** The talks at the same time in the same room, and those with the same speaker; 20 at most of each, by start. */
export const conflictsInRoom = (platformId: string, id: string): Query<Conflict[]> =>
  inRoom({ platformId, id })
export const conflictsWithSpeaker = (platformId: string, id: string): Query<Conflict[]> =>
  withSpeaker({ platformId, id })

/** Accounts without a biography or without a picture. */
export const isIncomplete = defineFilter(
  'users',
  'incomplete',
  text(),
  (_tools, platformId) =>
    sql`users.platform_id = ${platformId} and (users.avatar is null or coalesce(users.description, '') = '')`,
)

const incompleteSpeakers = defineQuery(
  'users.count_incomplete_speakers',
  { platformId: text() },
  (tools, p) =>
    tools.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('platform_id', '=', p.platformId)
      .where(sql<boolean>`(users.avatar is null or coalesce(users.description, '') = '')`)
      .where(({ eb, or, exists, lit }) =>
        or([
          eb('users.role', '=', 'speaker'),
          exists(
            eb
              .selectFrom('talk_people')
              .select(lit(1).as('one'))
              .whereRef('talk_people.user_id', '=', 'users.id')
              .where('talk_people.kind', '=', 'speaker'),
          ),
        ]),
      ),
  firstRow(({ count }) => Number(count)),
)
/** How many speakers have no biography or no picture. */
export const countIncompleteSpeakers = (platformId: string): Query<number | undefined> =>
  incompleteSpeakers({ platformId })

/** All time zones differ by multiples of it. */
const QUARTER_MS = 900_000

const signUps = defineQuery(
  'users.sign_ups',
  { platformId: text(), from: instant() },
  ({ db }, p) => {
    const quarter = sql<number>`created_at - created_at % ${sql.lit(QUARTER_MS)}`
    return db
      .selectFrom('users')
      .select(({ fn }) => [quarter.as('at'), fn.countAll<number>().as('count')])
      .where('platform_id', '=', p.platformId)
      .where('role', '=', 'attendee')
      .where('created_at', '>=', p.from)
      .groupBy(quarter)
  },
  allRows(({ at, count }) => ({ at: Number(at), count: Number(count) })),
)
/** New attendees by quarter of an hour since a time (epoch milliseconds), in any order; quarters without any are left out. */
export const signUpsSince = (platformId: string, from: number): Query<{ at: number; count: number }[]> =>
  signUps({ platformId, from })

const mostStarred = defineQuery(
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
/** The five talks that most people have starred, the first ones first. */
export const mostStarredTalks = (platformId: string): Query<{ id: string; title: string; count: number }[]> =>
  mostStarred({ platformId })

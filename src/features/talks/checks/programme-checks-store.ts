// The open work in the programme: talks that lack something, and talks at the same time in one room or with one speaker.
import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { instant, text, textList } from '../../../kernel/store/sql/columns.ts'
import type { Database } from '../../../kernel/store/sql/database.ts'
import type { Filter } from '../../../kernel/store/sql/filters.ts'
import { allRows, defineQuery, Parameter, type Query } from '../../../kernel/store/sql/statements.ts'
import type { Tools } from '../../../kernel/store/sql/tools.ts'
import { MAX_CHECKED, MAX_CONFLICTS, MAX_TALK_MS } from '../limits.ts'
import { addressTypes, needsVideo } from '../schema.ts'

/** Things that a talk can need. A conflict is a room or speaker that is double-booked. */
export const talkChecks = ['conflict', 'speakers', 'video', 'room', 'description', 'picture'] as const
export type TalkCheck = (typeof talkChecks)[number]

type CheckedTalk = Pick<
  Database['talks'],
  'id' | 'kind' | 'state' | 'type' | 'room' | 'image' | 'video' | 'description' | 'start_at' | 'end_at'
>

/**
 * The talks that are checked. Of a programme above the limit, these are the talks that start at `earliest` or later, or
 * the last ones if fewer are left. Breaks and canceled talks need no work.
 */
const checkedTalks = (platformId: Expression<string>, earliest: Expression<number>) =>
  sql<CheckedTalk>`(
    select * from (
      select id, kind, state, type, room, image, video, description, start_at, end_at from talks
      where platform_id = ${platformId} and start_at >= coalesce((
        select case when start_at < ${earliest} then start_at else ${earliest} end from talks
        where platform_id = ${platformId} order by start_at desc limit 1 offset ${sql.lit(MAX_CHECKED - 1)}
      ), ${sql.lit(Number.MIN_SAFE_INTEGER)})
      order by start_at, id limit ${sql.lit(MAX_CHECKED)}
    ) as near where kind = 'talk' and state <> 'cancelled'
  )`

/**
 * Checked talks that share a room or a speaker with another talk at the same time. Each is compared only with its
 * neighbors in order of time, so that sorting is the main cost.
 */
const doubleBooked = (platformId: Expression<string>, earliest: Expression<number>) => sql<{ id: string }>`(
  with checked as ${checkedTalks(platformId, earliest)}
  select distinct id from (
    select id, start_at, end_at,
      max(end_at) over (
        partition by reason, resource order by start_at, id rows between unbounded preceding and 1 preceding
      ) as busy_until,
      lead(start_at) over (partition by reason, resource order by start_at, id) as next_start
    from (
      select id, 'room' as reason, room as resource, start_at, end_at from checked where room is not null
      union all
      select checked.id, 'speaker', talk_people.user_id, start_at, end_at
      from checked cross join talk_people
      where talk_people.talk_id = checked.id and talk_people.kind = 'speaker'
    ) as booked
  ) as placed
  where busy_until > start_at or next_start < end_at
)`

const lacking: Record<Exclude<TalkCheck, 'conflict'>, RawBuilder<boolean>> = {
  video: sql`type in (${sql.join(addressTypes.filter(needsVideo).map((type) => sql.lit(type)))}) and video is null`,
  room: sql`room is null`,
  description: sql`description = ''`,
  picture: sql`image is null`,
  speakers: sql`not exists (
    select 1 from talk_people where talk_people.talk_id = checked.id and talk_people.kind = 'speaker'
  )`,
}

/** Checked talks with open work. */
export function needsWork(check: TalkCheck, now: number): Filter<'talks'> {
  const [platformId, earliest] = [new Parameter<string>('platformId'), new Parameter<number>('earliest')]
  const ids = () =>
    check === 'conflict'
      ? sql<string>`select id as object_id from ${doubleBooked(platformId, earliest)} as conflicting`
      : sql<string>`select id as object_id from ${checkedTalks(platformId, earliest)} as checked where ${lacking[check]}`
  return {
    table: 'talks',
    name: `needs_${check}`,
    values: { earliest: now - MAX_TALK_MS },
    // PostgreSQL runs a subquery for each row if it expects few rows, but builds an array only once.
    where: ({ dialect }) =>
      dialect === 'postgres' ? sql`talks.id = any(array(${ids()}))` : sql`talks.id in (${ids()})`,
    ids,
  }
}

const programmeCheckCounts = defineQuery(
  'talks.counts_of_checks',
  { platformId: text(), earliest: instant() },
  ({ db }, p) => {
    const all = db.selectFrom('talks').select('id').where('platform_id', '=', p.platformId)
    const notChecked = all.orderBy('start_at').limit(1).offset(MAX_CHECKED)
    return db.selectFrom(checkedTalks(p.platformId, p.earliest).as('checked')).select(({ fn, eb, lit }) => {
      const count = (condition: RawBuilder<boolean>) =>
        fn.coalesce(fn.sum<number>(sql`case when ${condition} then 1 else 0 end`), lit(0))
      return [
        count(lacking.video).as('video'),
        fn.countAll<number>().as('total'),
        count(lacking.room).as('room'),
        count(lacking.description).as('description'),
        count(lacking.picture).as('picture'),
        count(lacking.speakers).as('speakers'),
        sql<number>`(select count(*) from ${doubleBooked(p.platformId, p.earliest)} as conflicting)`.as(
          'conflict',
        ),
        eb(notChecked, 'is not', null).as('is_partial'),
      ]
    })
  },
  ([row]): ProgrammeChecks => ({
    isPartial: Boolean(row?.is_partial),
    total: Number(row?.total),
    counts: {
      conflict: Number(row?.conflict),
      video: Number(row?.video),
      room: Number(row?.room),
      description: Number(row?.description),
      picture: Number(row?.picture),
      speakers: Number(row?.speakers),
    },
  }),
)
export type ProgrammeChecks = {
  /** Whether the programme has more talks than are checked. */
  isPartial: boolean
  /** The number of talks that are checked. */
  total: number
  /** The number of talks that each check finds. */
  counts: Record<TalkCheck, number>
}
/** Runs all checks at `now` (epoch milliseconds). */
export const checkProgramme = (platformId: string, now: number): Query<ProgrammeChecks> =>
  programmeCheckCounts({ platformId, earliest: now - MAX_TALK_MS })

/** A talk at the same time in the same room, or with the same speaker. Times are epoch milliseconds. */
export type Conflict = { id: string; title: string; startAt: number; endAt: number } & (
  | { reason: 'room'; room: string }
  | { reason: 'speaker'; speaker: { firstName: string | null; lastName: string | null; username: string } }
)

/** Breaks and canceled talks cause no conflicts. */
const isAtSameTime = sql<boolean>`
  mine.kind = 'talk' and mine.state <> 'cancelled' and other.kind = 'talk' and other.state <> 'cancelled'
  and other.platform_id = mine.platform_id and other.id <> mine.id
  and other.start_at > mine.start_at - ${sql.lit(MAX_TALK_MS)} and other.start_at < mine.end_at
  and other.end_at > mine.start_at`

// Pairs of talks. A cross join reads its tables in this order in SQLite (sqlite.org/optoverview.html, section 7.3).

const pairsInRoom = ({ db }: Tools) =>
  db
    .selectFrom('talks as mine')
    .crossJoin('talks as other')
    .whereRef('other.room', '=', 'mine.room')
    .where(isAtSameTime)

const pairsWithSpeaker = ({ db }: Tools) =>
  db
    .selectFrom('talks as mine')
    .crossJoin('talk_people as own')
    .crossJoin('talk_people as their')
    .crossJoin('talks as other')
    .whereRef('own.talk_id', '=', 'mine.id')
    .where('own.kind', '=', sql.lit('speaker'))
    .whereRef('their.user_id', '=', 'own.user_id')
    .where('their.kind', '=', sql.lit('speaker'))
    .whereRef('other.id', '=', 'their.talk_id')
    .where(isAtSameTime)

/** The talks at the same time in the same room; 20 at most, by start. */
export const conflictsInRoom = defineQuery(
  'talks.conflicts_in_room',
  { platformId: text(), id: text() },
  (tools, p) =>
    pairsInRoom(tools)
      .where('mine.platform_id', '=', p.platformId)
      .where('mine.id', '=', p.id)
      .select(['other.id', 'other.title', 'other.start_at', 'other.end_at', 'other.room'])
      .$narrowType<{ room: string }>()
      .orderBy('other.start_at')
      .orderBy('other.id')
      .limit(MAX_CONFLICTS),
  allRows(
    ({ id, title, start_at, end_at, room }): Conflict => ({
      ...{ reason: 'room', room },
      ...{ id, title, startAt: start_at, endAt: end_at },
    }),
  ),
)

/** The talks at the same time with the same speaker; 20 at most, by start. */
export const conflictsWithSpeaker = defineQuery(
  'talks.conflicts_with_speaker',
  { platformId: text(), id: text() },
  (tools, p) =>
    pairsWithSpeaker(tools)
      .innerJoin('users', 'users.id', 'own.user_id')
      .where('mine.platform_id', '=', p.platformId)
      .where('mine.id', '=', p.id)
      .select(['other.id', 'other.title', 'other.start_at', 'other.end_at'])
      .select(['users.first_name', 'users.last_name', 'users.username'])
      .orderBy('other.start_at')
      .orderBy('other.id')
      .limit(MAX_CONFLICTS),
  allRows(
    (row): Conflict => ({
      reason: 'speaker',
      speaker: { firstName: row.first_name, lastName: row.last_name, username: row.username },
      ...{ id: row.id, title: row.title, startAt: row.start_at, endAt: row.end_at },
    }),
  ),
)

/** The talks among these that are double-booked. */
export const doubleBookedAmong = defineQuery(
  'talks.double_booked',
  { ids: textList() },
  (tools, p) => {
    const isMine = ({ ref }: ExpressionBuilder<{ mine: Database['talks'] }, 'mine'>) =>
      tools.isAmong(ref('mine.id'), p.ids)
    return pairsInRoom(tools)
      .where(isMine)
      .select('mine.id')
      .union(pairsWithSpeaker(tools).where(isMine).select('mine.id'))
  },
  (rows) => new Set(rows.map(({ id }) => id)),
)

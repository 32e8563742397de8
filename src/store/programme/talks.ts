// Talks in the store.
import { sql } from 'kysely'
import type { TalkType } from '../../schema/programme/talks.ts'
import { type Filter, objectStatements } from '../changes/objects.ts'
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'
import { type TalkRow, talks } from '../sql/tables.ts'

export const talkObjects = objectStatements(talks)

/** Talks with this speaker, named by id or canonical e-mail. */
export const spokenBy = (speaker: string): Filter => ({
  name: 'speaker',
  value: speaker,
  where: () => sql`exists (
    select 1 from talk_people join users on users.id = talk_people.user_id
    where talk_people.talk_id = talks.id and talk_people.kind = 'speaker'
      and (users.id = ${parameter('speaker')} or users.email_key = ${parameter('speaker')}))`,
})

/** Talks with this tag, also among their hidden ones: those are searched, and never shown. */
export const hasTalkTag = (tag: string): Filter => ({
  name: 'tag',
  value: tag,
  where: ({ hasText }) => sql`(${hasText('tags', 'tag')} or ${hasText('hidden_tags', 'tag')})`,
})

const upcoming = new Statement('talks.upcoming', ({ db }) =>
  db
    .selectFrom('talks')
    .select(talks.columnNames as readonly 'id'[])
    .where('platform_id', '=', parameter('platform'))
    .where('end_at', '>', parameter('now'))
    .where(sql<boolean>`(start_at, id) > (${parameter('afterStart')}, ${parameter('afterId')})`)
    .orderBy('start_at')
    .orderBy('id')
    .limit(parameter('limit')),
)

export type UpcomingPage = { now: number; after: { startAt: number; id: string } | null; limit: number }

const BEFORE_ALL = { startAt: Number.MIN_SAFE_INTEGER, id: '' }

/** Talks that are not over at `now` (epoch milliseconds), by start. */
export function upcomingTalks(platformId: string, { now, after, limit }: UpcomingPage): Query<TalkRow[]> {
  const { startAt, id } = after ?? BEFORE_ALL
  return {
    statement: upcoming,
    values: { platform: platformId, now, afterStart: startAt, afterId: id, limit },
    decode: allRows(talks.decode),
  }
}

// A talk lasts a day at most: with its start bounded, too, the index by start leads to both.
const LONGEST_MS = 24 * 60 * 60_000

/** Talks that are not over at this instant (epoch milliseconds). */
export const endsAfter = (instant: number): Filter => ({
  name: 'endsAfter',
  value: instant,
  where: () =>
    sql`end_at > ${parameter('endsAfter')} and start_at > cast(${parameter('endsAfter')} as bigint) - ${sql.lit(LONGEST_MS)}`,
})

/** Talks that are over at this instant (epoch milliseconds). */
export const endsBy = (instant: number): Filter => ({
  name: 'endsBy',
  value: instant,
  where: () => sql`end_at <= ${parameter('endsBy')} and start_at < ${parameter('endsBy')}`,
})

export type TalkMark = 'featured' | 'recommended' | 'keynote'

// Both stores use an index of some rows only where the query repeats its condition word by word.

/** Talks with a mark, which few have. */
export const isMarked = (mark: TalkMark): Filter => ({
  name: mark,
  value: 1,
  where: () =>
    sql`${sql.ref(mark)} = ${parameter(mark)} and (featured = 1 or recommended = 1 or keynote = 1)`,
})

/** Talks of a type; those of the usual one are no fewer than all. */
export const isOfType = (type: TalkType): Filter => ({
  name: type === 'embedded' ? 'usualType' : 'type',
  value: type,
  where: () =>
    type === 'embedded'
      ? sql`type = ${parameter('usualType')}`
      : sql`type = ${parameter('type')} and type <> 'embedded'`,
})

// Talks in the store.
import { sql } from 'kysely'
import { type Filter, objectStatements } from './objects.ts'
import { allRows, parameter, type Query, Statement } from './statement.ts'
import { type TalkRow, talks } from './tables.ts'

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

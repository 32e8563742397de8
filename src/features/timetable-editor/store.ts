// The talks of the timetable, without their texts.
import { integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import type { TalkKind, TalkState } from '../talks/schema.ts'

export type TimetableTalk = {
  id: string
  title: string
  kind: TalkKind
  state: TalkState
  room: string | null
  track: string | null
  startAt: number
  duration: number
}

/** The first talks by start. */
export const timetableTalks = defineQuery(
  'timetable.talks',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(['id', 'title', 'kind', 'state', 'room', 'track', 'start_at', 'duration'])
      .where('platform_id', '=', p.platformId)
      .orderBy('start_at')
      .orderBy('id')
      .limit(p.limit),
  allRows(({ start_at: startAt, ...row }): TimetableTalk => ({ ...row, startAt })),
)

/** The names of the speakers and moderators of these talks, in order. */
export const timetablePeople = defineQuery(
  'timetable.people',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('users', 'users.id', 'talk_people.user_id')
      .select(['talk_people.talk_id', 'talk_people.kind', 'talk_people.user_id'])
      .select(['users.first_name', 'users.last_name', 'users.username'])
      .where(({ ref }) => isAmong(ref('talk_people.talk_id'), p.talkIds))
      .orderBy('talk_people.talk_id')
      .orderBy('talk_people.kind')
      .orderBy('talk_people.position'),
  allRows((row) => ({
    ...{ talkId: row.talk_id, kind: row.kind, id: row.user_id },
    ...{ firstName: row.first_name, lastName: row.last_name, username: row.username },
  })),
)

export type PlacedTalk = {
  id: string
  version: number
  title: string
  state: TalkState
  startAt: number
  duration: number
  room: string | null
}

/** The places of these talks, by id. */
export const placesOfTalks = defineQuery(
  'timetable.places',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(['id', 'version', 'title', 'state', 'start_at', 'duration', 'room'])
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  (rows) =>
    new Map(rows.map(({ start_at: startAt, ...row }): [string, PlacedTalk] => [row.id, { ...row, startAt }])),
)

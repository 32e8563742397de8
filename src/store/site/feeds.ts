// The whole programme for feeds: every talk, and every speaker with public details. Two queries.
import { text, textList } from '../sql/columns.ts'
import { allRows, defineQuery, type Query } from '../sql/statements.ts'
import { type RowOf, selectColumns } from '../sql/table.ts'
import { talks, users } from '../sql/tables.ts'
import { isAdmitted, isPublicTalk } from './public-talks.ts'

const scheduled = selectColumns(talks, [
  'id',
  'kind',
  'state',
  'title',
  'description',
  'details',
  'startAt',
  'endAt',
  'duration',
  'image',
  'files',
  'links',
  'room',
  'track',
  'language',
  'tags',
  'version',
  'updatedAt',
])
/** A talk in a feed: without moderators, hidden tags, and the source of its video. */
export type ScheduledTalk = RowOf<typeof scheduled>

const all = defineQuery(
  'schedule.talks',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(scheduled.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .orderBy('start_at')
      .orderBy('id'),
  allRows(scheduled.decode),
)
/** All talks, by start. */
export const scheduledTalks = (platformId: string): Query<ScheduledTalk[]> => all({ platformId })

const some = defineQuery(
  'schedule.talks_by_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(scheduled.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .where(isPublicTalk)
      .orderBy('start_at')
      .orderBy('id'),
  allRows(scheduled.decode),
)
/** These talks, by start. */
export const scheduledTalksByIds = (platformId: string, ids: readonly string[]): Query<ScheduledTalk[]> =>
  some({ platformId, ids })

const speaker = selectColumns(users, [
  'id',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'job',
  'company',
  'highlighted',
  'description',
  'updatedAt',
])
export type ScheduledSpeaker = RowOf<typeof speaker>

const speakers = defineQuery(
  'schedule.speakers',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('users', 'users.id', 'talk_people.user_id')
      .select('talk_people.talk_id')
      .select(speaker.qualifiedNames)
      .where('users.platform_id', '=', p.platformId)
      .where('talk_people.kind', '=', 'speaker')
      .where(isAdmitted)
      .orderBy('talk_people.talk_id')
      .orderBy('talk_people.position'),
  allRows((row) => ({ talkId: row.talk_id, speaker: speaker.decode(row) })),
)
/** The speakers of all talks, each list in its order. */
export const scheduledSpeakers = (
  platformId: string,
): Query<{ talkId: string; speaker: ScheduledSpeaker }[]> => speakers({ platformId })

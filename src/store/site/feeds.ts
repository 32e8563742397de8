// The programme for feeds: talks, and speakers with public details, in portions of two queries.
import { integer, text, textList } from '../sql/columns.ts'
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

const portion = defineQuery(
  'schedule.talks',
  { platformId: text(), after: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(scheduled.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
  allRows(scheduled.decode),
)
/** Some of the talks, in the order of their ids: those after an id, or the first ones. */
export const scheduledTalks = (
  platformId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Query<ScheduledTalk[]> => portion({ platformId, after: after ?? '', limit })

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
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('users', 'users.id', 'talk_people.user_id')
      .select('talk_people.talk_id')
      .select(speaker.qualifiedNames)
      .where(({ ref }) => isAmong(ref('talk_people.talk_id'), p.talkIds))
      .where('talk_people.kind', '=', 'speaker')
      .where(isAdmitted)
      .orderBy('talk_people.talk_id')
      .orderBy('talk_people.position'),
  allRows((row) => ({ talkId: row.talk_id, speaker: speaker.decode(row) })),
)
/** The speakers of these talks, each list in its order. */
export const scheduledSpeakers = (
  talkIds: readonly string[],
): Query<{ talkId: string; speaker: ScheduledSpeaker }[]> => speakers({ talkIds })

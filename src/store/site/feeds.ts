// The whole programme for feeds: every talk, and every speaker with what the public may know. Two queries.
import { partOf } from '../sql/partial-rows.ts'
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'
import { talks, users } from '../sql/tables.ts'
import { isAdmitted } from './public-talks.ts'

const scheduled = partOf(talks, [
  'id',
  'title',
  'description',
  'startAt',
  'endAt',
  'duration',
  'image',
  'links',
  'track',
  'tags',
  'version',
  'updatedAt',
])
/** A talk as feeds say it: neither moderators nor hidden tags nor where its video comes from. */
export type ScheduledTalk = ReturnType<typeof scheduled.decode>

const all = new Statement('schedule.talks', ({ db }) =>
  db
    .selectFrom('talks')
    .select(scheduled.columns as readonly 'talks.id'[])
    .where('platform_id', '=', parameter('platform'))
    .orderBy('start_at')
    .orderBy('id'),
)
/** All talks, by start. */
export const scheduledTalks = (platformId: string): Query<ScheduledTalk[]> => ({
  statement: all,
  values: { platform: platformId },
  decode: allRows(scheduled.decode),
})

const speaker = partOf(users, [
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
export type ScheduledSpeaker = ReturnType<typeof speaker.decode>

const speakers = new Statement('schedule.speakers', ({ db }) =>
  db
    .selectFrom('talk_people')
    .innerJoin('users', 'users.id', 'talk_people.user_id')
    .select(['talk_people.talk_id', ...(speaker.columns as readonly 'users.id'[])])
    .where('users.platform_id', '=', parameter('platform'))
    .where('talk_people.kind', '=', 'speaker')
    .where(isAdmitted)
    .orderBy('talk_people.talk_id')
    .orderBy('talk_people.position'),
)
/** The speakers of all talks, each list in its order. */
export const scheduledSpeakers = (
  platformId: string,
): Query<{ talkId: string; speaker: ScheduledSpeaker }[]> => ({
  statement: speakers,
  values: { platform: platformId },
  decode: allRows((row) => ({ talkId: String(row.talk_id), speaker: speaker.decode(row) })),
})

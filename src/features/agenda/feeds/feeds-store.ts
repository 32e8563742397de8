// The programme for feeds: first an outline of all talks, then talks and their speakers with public details, in
// portions.
import { integer, text, textList, textOr } from '../../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, type Query } from '../../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../../kernel/store/sql/table.ts'
import { users } from '../../people/tables.ts'
import { isAdmitted, isPublicTalk } from '../../talks/programme/public-talks-store.ts'
import { talks } from '../../talks/tables.ts'

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
/** A talk in a feed: without moderators, hidden tags, or the source of its video. */
export type ScheduledTalk = RowOf<typeof scheduled>

/** A page of the talks by id: those after an id, or the first ones. */
export const outlinedTalks = defineQuery(
  'schedule.outline',
  { platformId: text(), after: textOr(''), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(['id', 'start_at', 'room', 'track', 'updated_at'])
      .select((eb) =>
        eb
          .selectFrom('talk_people')
          .innerJoin('users', 'users.id', 'talk_people.user_id')
          .select(({ fn }) => fn.max('users.updated_at').as('latest'))
          .whereRef('talk_people.talk_id', '=', 'talks.id')
          .where('talk_people.kind', '=', 'speaker')
          .where(isAdmitted)
          .as('speakers_updated_at'),
      )
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
  allRows((row) => ({
    ...{ id: row.id, startAt: row.start_at, room: row.room, track: row.track },
    changedAt: Math.max(row.updated_at, row.speakers_updated_at ?? 0),
  })),
)
/**
 * A talk with the values that decide its place in a feed, and the time of the last change of the talk or its speakers.
 */
export type OutlinedTalk = ReturnType<typeof outlinedTalks> extends Query<(infer Talk)[]> ? Talk : never

/** The talks with these ids, unsorted. With sorting, SQLite would read all talks of the platform. */
export const scheduledTalksByIds = defineQuery(
  'schedule.talks_by_ids',
  { platformId: text(), ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(scheduled.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('id'), p.ids))
      .where(isPublicTalk),
  allRows(scheduled.decode),
)

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

/** The speakers of these talks, each list in order. */
export const scheduledSpeakers = defineQuery(
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

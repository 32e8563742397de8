// The programme for feeds: first an outline of all talks, then talks and their speakers with public details, in
// portions.
import { sql } from 'kysely'
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
      .select(['id', 'start_at', 'room', 'track', 'version', 'updated_at'])
      .select((eb) =>
        eb
          .selectFrom('talk_people')
          .innerJoin('users', 'users.id', 'talk_people.user_id')
          .select(
            // The latest change, and each speaker with the version. Their order is irrelevant: another one only rewrites the part.
            sql<
              string | null
            >`max(users.updated_at) || ' ' || string_agg(users.id || ':' || users.version, ',')`.as('state'),
          )
          .whereRef('talk_people.talk_id', '=', 'talks.id')
          .where('talk_people.kind', '=', 'speaker')
          .where(isAdmitted)
          .as('speakers'),
      )
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
  allRows(({ id, start_at, room, track, version, updated_at, speakers }) => ({
    ...{ id, startAt: start_at, room, track },
    state: `${version} ${updated_at} ${speakers}`,
    changedAt: Math.max(updated_at, Number.parseInt(speakers ?? '0', 10)),
  })),
)
/**
 * A talk with the values that decide its place in a feed, and the time of the last change of the talk or its speakers.
 * Its state differs after each change of the talk, its speakers, or their number.
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

// Queries of the agenda: times, filters, searched words, and the tracks and tags to filter by.
import { integer, text } from '../sql/columns.ts'
import { defineFilteredQuery, type Filter } from '../sql/filters.ts'
import { allRows, defineQuery, type Query } from '../sql/statements.ts'
import { type RowOf, selectColumns } from '../sql/table.ts'
import { talks } from '../sql/tables.ts'
import { isAdmitted } from './public-talks.ts'

const tracks = defineQuery(
  'agenda.tracks',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select('track')
      .distinct()
      .where('platform_id', '=', p.platformId)
      .where('track', 'is not', null)
      .$narrowType<{ track: string }>()
      .orderBy('track')
      .limit(p.limit),
  allRows(({ track }) => track),
)
/** The tracks of all talks, by name. */
export const programmeTracks = (platformId: string, limit: number): Query<string[]> =>
  tracks({ platformId, limit })

const tags = defineQuery(
  'agenda.tags',
  { platformId: text(), limit: integer() },
  ({ db, textsIn }, p) =>
    db
      .selectFrom('talks')
      .innerJoin(
        ({ ref }) => textsIn(ref('talks.tags')).as('tag'),
        (join) => join.onTrue(),
      )
      .select('tag.value')
      .where('talks.platform_id', '=', p.platformId)
      .groupBy('tag.value')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('tag.value')
      .limit(p.limit),
  allRows(({ value }) => value),
)
/** The tags that talks show, most frequent first, without hidden tags. */
export const programmeTags = (platformId: string, limit: number): Query<string[]> =>
  tags({ platformId, limit })

const places = selectColumns(talks, ['id', 'startAt'])
export type TalkStart = RowOf<typeof places>

const starts = defineFilteredQuery(
  'talks',
  'agenda_starts',
  { platformId: text() },
  ({ db }, p, isMatch) =>
    db
      .selectFrom('talks')
      .select(places.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isMatch)
      .orderBy('start_at')
      .orderBy('id'),
  allRows(places.decode),
)
/** When the talks that match the filters start, in order. */
export const talkStarts = (platformId: string, filters: readonly Filter<'talks'>[]): Query<TalkStart[]> =>
  starts({ platformId }, filters)

const searched = selectColumns(talks, [
  'id',
  'startAt',
  'title',
  'description',
  'track',
  'tags',
  'hiddenTags',
])
export type SearchedTalk = RowOf<typeof searched>

const searchable = defineFilteredQuery(
  'talks',
  'agenda_searched',
  { platformId: text() },
  ({ db }, p, isMatch) =>
    db
      .selectFrom('talks')
      .select(searched.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isMatch)
      .orderBy('start_at')
      .orderBy('id'),
  allRows(searched.decode),
)
/** The searched columns of the talks that match the filters. */
export const searchedTalks = (
  platformId: string,
  filters: readonly Filter<'talks'>[],
): Query<SearchedTalk[]> => searchable({ platformId }, filters)

export type SpeakerName = { talkId: string; name: string; company: string }

const names = defineQuery(
  'agenda.speaker_names',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('users', 'users.id', 'talk_people.user_id')
      .select(['talk_people.talk_id', 'users.first_name', 'users.last_name', 'users.company'])
      .where('users.platform_id', '=', p.platformId)
      .where('talk_people.kind', '=', 'speaker')
      .where(isAdmitted),
  allRows(
    ({ talk_id, first_name, last_name, company }): SpeakerName => ({
      talkId: talk_id,
      name: [first_name, last_name].filter(Boolean).join(' '),
      company: company ?? '',
    }),
  ),
)
/** Name and company of every speaker, by talk. */
export const speakerNames = (platformId: string): Query<SpeakerName[]> => names({ platformId })

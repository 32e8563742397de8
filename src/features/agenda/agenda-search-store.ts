// Search of the agenda: talks by words and by the name of a speaker, and the words that visitors can see.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { integer, text, textList, textOr } from '../../kernel/store/sql/columns.ts'
import { defineFilteredQuery, type Filter } from '../../kernel/store/sql/filters.ts'
import {
  type SearchedWord,
  searchedTexts,
  searchFor,
  type WordSearch,
} from '../../kernel/store/sql/search-texts.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { userTexts } from '../people/tables.ts'
import { isAdmitted, isPublicTalk } from '../talks/programme/public-talks-store.ts'
import { talks, talkTexts } from '../talks/tables.ts'

/** The texts of talks and of their speakers. */
export const searchedProgramme = searchedTexts(talkTexts, userTexts)

const spokenByAny = (people: RawBuilder<string>) => sql<string>`
  select talk_id as object_id from talk_people where kind = 'speaker' and user_id in (
    select id from users where id in (${people}) and registration_status <> 'rejected'
  )`

/** Whether a speaker of the talk meets a condition. */
const hasSpeaker = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`(
  select 1 from talk_people join users on users.id = talk_people.user_id
  where talk_people.talk_id = talks.id and talk_people.kind = 'speaker'
    and users.registration_status <> 'rejected' and ${condition} limit 1
) is not null`

/** For a common word, the filter checks each talk of the list. For a rare word, the search finds the talks. */
function filterBy(
  { name, values }: WordSearch,
  isCommon: boolean,
  sqlOf: { ids(tools: Tools): RawBuilder<string>; isMatch(tools: Tools): RawBuilder<SqlBool> },
): Filter<'talks'> {
  const filter = { table: 'talks', values } as const
  if (isCommon) return { ...filter, name: `${name}_each`, where: sqlOf.isMatch }
  return { ...filter, name, where: (tools) => sql`talks.id in (${sqlOf.ids(tools)})`, ids: sqlOf.ids }
}

/**
 * Talks with a word in their texts, including hidden tags, or in the name or company of a speaker. `number`
 * distinguishes the filters of a list.
 */
export function hasWord({ word, isCommon }: SearchedWord, number = 0): Filter<'talks'> {
  const search = searchFor(`agenda${number}`, [word])
  return filterBy(search, isCommon, {
    ids: (tools) => sql`${search.ids(tools, talkTexts, ['programme', 'description'])}
      union all ${spokenByAny(search.ids(tools, userTexts, ['name', 'company']))}`,
    isMatch: (tools) => sql`(
      ${search.isMatch(tools, talkTexts, ['programme', 'description'], 'talks.id')}
      or ${hasSpeaker(search.isMatch(tools, userTexts, ['name', 'company'], 'users.id'))})`,
  })
}

/** Talks with a speaker whose name contains all words. */
export function hasSpeakerNamed(words: readonly SearchedWord[]): Filter<'talks'> {
  const search = searchFor(
    'agenda_speaker',
    words.map(({ word }) => word),
  )
  const isCommon = words.every((word) => word.isCommon)
  return filterBy(search, isCommon, {
    ids: (tools) => spokenByAny(search.ids(tools, userTexts, ['name'])),
    isMatch: (tools) => hasSpeaker(search.isMatch(tools, userTexts, ['name'], 'users.id')),
  })
}

/** Whether any public talk matches the filters. */
export const hasMatch = defineFilteredQuery(
  'talks',
  'agenda_any',
  { platformId: text() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(rows)
      .select('id')
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where(isMatch)
      .limit(1),
  (rows) => rows.length > 0,
)

const shown = selectColumns(talks, ['id', 'title', 'room', 'track', 'tags'])
export type ShownTalk = RowOf<typeof shown>

/** A page of the talk texts that visitors see, by id: those after an id, or the first ones. */
export const shownTalks = defineQuery(
  'agenda.shown_texts',
  { platformId: text(), after: textOr(''), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(shown.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicTalk)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
  allRows(shown.decode),
)

export type SpeakerName = { talkId: string; name: string; company: string }

/** The names and companies of the speakers of these talks. */
export const speakerNames = defineQuery(
  'agenda.speaker_names',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talk_people')
      .innerJoin('users', 'users.id', 'talk_people.user_id')
      .select(['talk_people.talk_id', 'users.first_name', 'users.last_name', 'users.company'])
      .where(({ ref }) => isAmong(ref('talk_people.talk_id'), p.talkIds))
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

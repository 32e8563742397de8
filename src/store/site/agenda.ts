// What the agenda is chosen by: time, filters, words, and the tracks and tags there are to filter by.
import { sql } from 'kysely'
import type { Filter } from '../changes/objects.ts'
import { type Part, partOf } from '../sql/partial-rows.ts'
import { allRows, parameter, type Query, Statement, type Values } from '../sql/statements.ts'
import { talks } from '../sql/tables.ts'
import { isAdmitted } from './public-talks.ts'

const trackList = new Statement('agenda.tracks', ({ db }) =>
  db
    .selectFrom('talks')
    .select('track')
    .distinct()
    .where('platform_id', '=', parameter('platform'))
    .where('track', 'is not', null)
    .orderBy('track')
    .limit(parameter('limit')),
)
/** The tracks of all talks, by name. */
export const programmeTracks = (platformId: string, limit: number): Query<string[]> => ({
  statement: trackList,
  values: { platform: platformId, limit },
  decode: allRows((row) => String(row.track)),
})

const tagList = new Statement('agenda.tags', ({ db, dialect }) => ({
  compile: () =>
    sql`
      select tag.value from talks, ${
        dialect === 'sqlite'
          ? sql`json_each(talks.tags) as tag`
          : sql`jsonb_array_elements_text(talks.tags::jsonb) as tag(value)`
      }
      where talks.platform_id = ${parameter('platform')}
      group by tag.value order by count(*) desc, tag.value limit ${parameter('limit')}`.compile(db),
}))
/** The tags that talks show, the commonest first; never hidden ones. */
export const programmeTags = (platformId: string, limit: number): Query<string[]> => ({
  statement: tagList,
  values: { platform: platformId, limit },
  decode: allRows((row) => String(row.value)),
})

export type TalkStart = { id: string; startAt: number }

const places = partOf(talks, ['id', 'startAt'])
/** Where all talks that pass the filters stand in time. */
export const talkStarts = filtered('agenda.starts', places)

const searched = partOf(talks, ['id', 'startAt', 'title', 'description', 'track', 'tags', 'hiddenTags'])
/** What a search looks at in the talks that pass the filters. */
export const searchedTalks = filtered('agenda.searched', searched)
export type SearchedTalk = ReturnType<typeof searched.decode>

function filtered<Row>(name: string, part: Part<Row>) {
  const statements = new Map<string, Statement>()
  return (platformId: string, filters: readonly Filter[]): Query<Row[]> => {
    const key = [name, ...filters.map((filter) => filter.name)].join('.')
    const statement =
      statements.get(key) ??
      new Statement(key, (tools) => {
        let query = tools.db
          .selectFrom('talks')
          .select(part.columns as readonly 'talks.id'[])
          .where('platform_id', '=', parameter('platform'))
        for (const filter of filters) query = query.where(filter.where(tools))
        return query.orderBy('start_at').orderBy('id')
      })
    statements.set(key, statement)
    const values: Values = { platform: platformId }
    for (const filter of filters) values[filter.name] = filter.value
    return { statement, values, decode: (rows) => rows.map(part.decode) }
  }
}

const names = new Statement('agenda.speaker_names', ({ db }) =>
  db
    .selectFrom('talk_people')
    .innerJoin('users', 'users.id', 'talk_people.user_id')
    .select(['talk_people.talk_id', 'users.first_name', 'users.last_name', 'users.company'])
    .where('users.platform_id', '=', parameter('platform'))
    .where('talk_people.kind', '=', 'speaker')
    .where(isAdmitted),
)
/** Name and company of every speaker, by talk. */
export const speakerNames = (
  platformId: string,
): Query<{ talkId: string; name: string; company: string }[]> => ({
  statement: names,
  values: { platform: platformId },
  decode: allRows((row) => ({
    talkId: String(row.talk_id),
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    company: String(row.company ?? ''),
  })),
})

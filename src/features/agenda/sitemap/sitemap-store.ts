// The pages for search engines, in parts: public talks, people, and sponsors that have a page.
import { integer, text } from '../../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, firstRow } from '../../../kernel/store/sql/statements.ts'
import { selectColumns } from '../../../kernel/store/sql/table.ts'
import { users } from '../../people/tables.ts'
import { isPublicPerson } from '../../speakers/public-people-store.ts'
import { sponsors } from '../../sponsors/tables.ts'
import { isPublicTalk } from '../../talks/programme/public-talks-store.ts'
import { talks } from '../../talks/tables.ts'

export type ListedPage = { id: string; updatedAt: number }
export type PageCounts = { talks: number; speakers: number; sponsors: number }

const part = { platformId: text(), limit: integer(), offset: integer() }
const ofTalks = selectColumns(talks, ['id', 'updatedAt'])
const ofPeople = selectColumns(users, ['id', 'updatedAt'])
const ofSponsors = selectColumns(sponsors, ['id', 'updatedAt'])

/** A page of the entries of one kind, in a stable order. */
export const pagesOfKind = {
  talks: defineQuery(
    'sitemap.talks',
    part,
    ({ db }, p) =>
      db
        .selectFrom('talks')
        .select(ofTalks.columnNames)
        .where('platform_id', '=', p.platformId)
        .where(isPublicTalk)
        .where('kind', '=', 'talk')
        .orderBy('id')
        .limit(p.limit)
        .offset(p.offset),
    allRows(ofTalks.decode),
  ),
  speakers: defineQuery(
    'sitemap.speakers',
    part,
    ({ db }, p) =>
      db
        .selectFrom('users')
        .select(ofPeople.columnNames)
        .where('platform_id', '=', p.platformId)
        .where(isPublicPerson)
        .orderBy('id')
        .limit(p.limit)
        .offset(p.offset),
    allRows(ofPeople.decode),
  ),
  sponsors: defineQuery(
    'sitemap.sponsors',
    part,
    ({ db }, p) =>
      db
        .selectFrom('sponsors')
        .select(ofSponsors.columnNames)
        .where('platform_id', '=', p.platformId)
        .where('has_page', '=', 1)
        .orderBy('id')
        .limit(p.limit)
        .offset(p.offset),
    allRows(ofSponsors.decode),
  ),
}

/** The number of pages of each kind. */
export const countPages = defineQuery(
  'sitemap.counts',
  { platformId: text() },
  ({ db }, p) =>
    db.selectNoFrom((eb) => [
      eb
        .selectFrom('talks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where(isPublicTalk)
        .where('kind', '=', 'talk')
        .as('talks'),
      eb
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where(isPublicPerson)
        .as('speakers'),
      eb
        .selectFrom('sponsors')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('platform_id', '=', p.platformId)
        .where('has_page', '=', 1)
        .as('sponsors'),
    ]),
  firstRow(
    (row): PageCounts => ({
      talks: row.talks ?? 0,
      speakers: row.speakers ?? 0,
      sponsors: row.sponsors ?? 0,
    }),
  ),
)

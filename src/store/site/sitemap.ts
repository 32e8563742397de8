// The pages that search engines should know, in parts: public talks, people, and sponsors with a page.
import { integer, text } from '../sql/columns.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import { selectColumns } from '../sql/table.ts'
import { sponsors, talks, users } from '../sql/tables.ts'
import { isPublicTalk } from './public-talks.ts'
import { isPublicPerson } from './speakers.ts'

export type ListedPage = { id: string; updatedAt: number }
export type PageCounts = { talks: number; speakers: number; sponsors: number }
type Slice = { limit: number; offset: number }

const part = { platformId: text(), limit: integer(), offset: integer() }
const ofTalks = selectColumns(talks, ['id', 'updatedAt'])
const ofPeople = selectColumns(users, ['id', 'updatedAt'])
const ofSponsors = selectColumns(sponsors, ['id', 'updatedAt'])

const talkPages = defineQuery(
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
)
const peoplePages = defineQuery(
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
)
const sponsorPages = defineQuery(
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
)
const pages = { talks: talkPages, speakers: peoplePages, sponsors: sponsorPages }

/** Some of the pages of one kind, in a stable order. */
export const pagesOfKind = (
  kind: keyof PageCounts,
  platformId: string,
  { limit, offset }: Slice,
): Query<ListedPage[]> => pages[kind]({ platformId, limit, offset })

const counts = defineQuery(
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
/** How many pages there are of each kind. */
export const countPages = (platformId: string): Query<PageCounts | undefined> => counts({ platformId })

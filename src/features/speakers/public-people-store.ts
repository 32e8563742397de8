// People as the public site shows them: speakers, and people of sponsors. People who only moderate are never shown.
import { type ExpressionBuilder, sql } from 'kysely'
import { integer, text } from '../../kernel/store/sql/columns.ts'
import type { Database } from '../../kernel/store/sql/database.ts'
import { defineFilter, defineFilteredQuery, type Filter } from '../../kernel/store/sql/filters.ts'
import { type SearchedWord, searchFor } from '../../kernel/store/sql/search-texts.ts'
import { allRows, defineQuery, firstRow } from '../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { isListed } from '../people/store.ts'
import { users, userTexts } from '../people/tables.ts'
import { sponsors } from '../sponsors/tables.ts'
import { isAdmitted, isPublicTalk } from '../talks/programme/public-talks-store.ts'

/**
 * Speakers of a public talk, people of a sponsor, and accounts without a talk that were created as speakers or are
 * highlighted. A person who was created as a moderator stays hidden after the talk is removed.
 */
export function isPublicPerson(eb: ExpressionBuilder<Database, 'users'>) {
  const talks = eb
    .selectFrom('talk_people')
    .innerJoin('talks', 'talks.id', 'talk_people.talk_id')
    .select('talk_people.talk_id')
    .whereRef('talk_people.user_id', '=', 'users.id')
    .where(isPublicTalk)
    .limit(1)
  const ownSponsors = eb
    .selectFrom('sponsor_people')
    .select('sponsor_people.sponsor_id')
    .whereRef('sponsor_people.user_id', '=', 'users.id')
    .limit(1)
  // No EXISTS here: for an alternative with it, PostgreSQL would read all talks and their people, even for one page.
  return eb.and([
    isListed,
    isAdmitted(eb),
    eb.or([
      eb(talks.where('talk_people.kind', '=', 'speaker'), 'is not', null),
      eb(ownSponsors, 'is not', null),
      eb.and([
        eb('users.role', '=', 'speaker'),
        eb.or([eb('users.announced', '=', 1), eb('users.highlighted', '=', 1)]),
        eb(talks, 'is', null),
      ]),
    ]),
  ])
}

/** People who speak at a talk of this track. */
export const speaksInTrack = defineFilter('users', 'track', text(), ({ eb }, track) =>
  eb.exists(
    eb
      .selectFrom('talk_people')
      .innerJoin('talks', 'talks.id', 'talk_people.talk_id')
      .select('talk_people.talk_id')
      .whereRef('talk_people.user_id', '=', 'users.id')
      .where('talk_people.kind', '=', 'speaker')
      .where('talks.track', '=', track)
      .where(isPublicTalk),
  ),
)

const found = selectColumns(users, ['id', 'firstName', 'lastName', 'job', 'company', 'tags'])
/** The columns that a search for people reads; never the e-mail. */
export type FoundPerson = RowOf<typeof found>

/** The first public people that match the filters, by last and first name. */
export const publicPeople = defineFilteredQuery(
  'users',
  'public_people',
  { platformId: text(), limit: integer() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(rows)
      .select(found.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicPerson)
      .where(isMatch)
      .orderBy('search_key')
      .orderBy('id')
      .limit(p.limit),
  allRows(found.decode),
)

/** People with a word in a text that visitors search. `number` distinguishes the filters of a list. */
export function hasPublicWord({ word, isCommon }: SearchedWord, number = 0): Filter<'users'> {
  const { name, values, ...search } = searchFor(`person${number}`, [word])
  const parts = ['name', 'company', 'profile'] as const
  const ids = (tools: Tools) => search.ids(tools, userTexts, parts)
  const filter = { table: 'users', values } as const
  if (!isCommon) return { ...filter, name, ids, where: (tools) => sql`users.id in (${ids(tools)})` }
  return {
    ...filter,
    name: `${name}_each`,
    where: (tools) => search.isMatch(tools, userTexts, parts, 'users.id'),
  }
}

const cards = selectColumns(users, [
  'id',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'job',
  'company',
  'highlighted',
])
export type PersonCard = RowOf<typeof cards>

/** A page of the public people that match the filters, by last and first name. */
export const somePublicPeople = defineFilteredQuery(
  'users',
  'public_people_page',
  { platformId: text(), limit: integer(), offset: integer() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(rows)
      .select(cards.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(isPublicPerson)
      .where(isMatch)
      .orderBy('search_key')
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
  allRows(cards.decode),
)

/** The number of public people that match the filters, by the first letter of the sorted name, counted up to `most`. */
export const countPublicPeople = defineFilteredQuery(
  'users',
  'public_people_count',
  { platformId: text(), most: integer() },
  ({ db }, p, isMatch, rows) =>
    db
      .selectFrom(
        db
          .selectFrom(rows)
          .select(({ fn, lit, ref }) =>
            fn<string>('substr', [ref('search_key'), lit(1), lit(1)]).as('letter'),
          )
          .where('platform_id', '=', p.platformId)
          .where(isPublicPerson)
          .where(isMatch)
          .limit(p.most)
          .as('matching'),
      )
      .select(({ fn }) => ['letter', fn.countAll<number>().as('count')])
      .groupBy('letter')
      .orderBy('letter'),
  allRows((row): LetterCount => row),
)
export type LetterCount = { letter: string; count: number }

/** Some public people: highlighted ones first, then people with a picture. */
export const publicFaces = defineQuery(
  'public_people.faces',
  { platformId: text(), limit: integer() },
  ({ db }, p) => {
    // Each part has an index in its order, and is read only as far as the earlier parts leave room.
    const people = db
      .selectFrom('users')
      .select([...cards.columnNames, 'search_key'])
      .where('platform_id', '=', p.platformId)
      .where(isPublicPerson)
      .orderBy('search_key')
      .orderBy('id')
    const highlighted = people.where(({ eb, lit }) => eb('highlighted', '=', lit(1)))
    const usual = people.where(({ eb, lit }) => eb('highlighted', '=', lit(0)))
    // An expression, so that the index of people with a picture is not used for the few highlighted people.
    const lacksPicture = sql<number>`case when avatar is null then 1 else 0 end`
    const roomAfter = (...parts: string[]) => {
      const counts = parts.map((part) => sql`(select count(*) from ${sql.table(part)})`)
      return sql<number>`${sql.join([p.limit, ...counts], sql` - `)}`
    }
    return db
      .with('highlighted', () => highlighted.where(lacksPicture, '=', 0).limit(p.limit))
      .with('highlighted_plain', () =>
        highlighted.where(lacksPicture, '=', 1).limit(roomAfter('highlighted')),
      )
      .with('pictured', () =>
        usual.where('avatar', 'is not', null).limit(roomAfter('highlighted', 'highlighted_plain')),
      )
      .with('plain', () =>
        usual.where('avatar', 'is', null).limit(roomAfter('highlighted', 'highlighted_plain', 'pictured')),
      )
      .selectFrom(({ selectFrom }) =>
        selectFrom('highlighted')
          .selectAll()
          .unionAll(selectFrom('highlighted_plain').selectAll())
          .unionAll(selectFrom('pictured').selectAll())
          .unionAll(selectFrom('plain').selectAll())
          .as('people'),
      )
      .select(cards.columnNames)
      .orderBy('highlighted', 'desc')
      .orderBy(lacksPicture)
      .orderBy('search_key')
      .orderBy('id')
  },
  allRows(cards.decode),
)

const profile = selectColumns(users, [
  'id',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'job',
  'company',
  'highlighted',
  'tags',
  'description',
  'timezone',
  'country',
  'city',
  'website',
  'socials',
])
/** The columns that the page of a person shows. */
export type Profile = RowOf<typeof profile>

export const publicPerson = defineQuery(
  'public_people.one',
  { platformId: text(), id: text() },
  ({ db }, p) =>
    db
      .selectFrom('users')
      .select(profile.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .where(isPublicPerson),
  firstRow(profile.decode),
)

const sponsorName = selectColumns(sponsors, ['id', 'name', 'hasPage', 'website'])
export type SponsorName = RowOf<typeof sponsorName>

/** The sponsors that a person belongs to, highest level first. */
export const sponsorsOfPerson = defineQuery(
  'public_people.sponsors_of',
  { platformId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sponsors')
      .innerJoin('sponsor_people', 'sponsor_people.sponsor_id', 'sponsors.id')
      .select(sponsorName.qualifiedNames)
      .where('sponsors.platform_id', '=', p.platformId)
      .where('sponsor_people.user_id', '=', p.userId)
      .orderBy('sponsors.level')
      .orderBy('sponsors.name')
      .orderBy('sponsors.id'),
  allRows(sponsorName.decode),
)

/** The tags of the first `most` public people, most frequent first. */
export const tagsOfPeople = defineQuery(
  'public_people.tags',
  { platformId: text(), most: integer(), limit: integer() },
  ({ db, textsIn }, p) =>
    db
      .selectFrom(
        db
          .selectFrom('users')
          .select('tags')
          .where('platform_id', '=', p.platformId)
          .where(isPublicPerson)
          .orderBy('search_key')
          .orderBy('id')
          .limit(p.most)
          .as('users'),
      )
      .innerJoin(
        ({ ref }) => textsIn(ref('users.tags')).as('tag'),
        (join) => join.onTrue(),
      )
      .select('tag.value')
      .groupBy('tag.value')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('tag.value')
      .limit(p.limit),
  allRows(({ value }) => value),
)

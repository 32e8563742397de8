// People as the public site shows them: who speaks or stands with a sponsor. Never who only moderates.
import { sql } from 'kysely'
import type { Filter } from '../changes/objects.ts'
import { partOf } from '../sql/partial-rows.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Values } from '../sql/statements.ts'
import { sponsors, users } from '../sql/tables.ts'
import { isAdmitted, type ListedPerson, personPart } from './public-talks.ts'

/**
 * Speakers of a talk, people of a sponsor, and speakers' accounts without a part in a talk that were made as such or are
 * highlighted: whoever was made as a moderator stays unseen when the talk goes.
 */
const isPublic = sql<boolean>`(${isAdmitted} and (
  exists (select 1 from talk_people where talk_people.user_id = users.id and talk_people.kind = 'speaker')
  or exists (select 1 from sponsor_people where sponsor_people.user_id = users.id)
  or (users.role = 'speaker' and (users.announced = 1 or users.highlighted = 1)
    and not exists (select 1 from talk_people where talk_people.user_id = users.id))))`

/** People who speak in a talk of this track. */
export const speaksInTrack = (track: string): Filter => ({
  name: 'track',
  value: track,
  where: () => sql`exists (
    select 1 from talk_people join talks on talks.id = talk_people.talk_id
    where talk_people.user_id = users.id and talk_people.kind = 'speaker' and talks.track = ${parameter('track')})`,
})

const found = partOf(users, ['id', 'firstName', 'lastName', 'job', 'company', 'tags'])
/** What a search for people looks at; never the e-mail. */
export type FoundPerson = ReturnType<typeof found.decode>

const searches = new Map<string, Statement>()
/** All public people that pass the filters, by last and first name. */
export function publicPeople(platformId: string, filters: readonly Filter[]): Query<FoundPerson[]> {
  const key = ['public_people', ...filters.map((filter) => filter.name)].join('.')
  const statement =
    searches.get(key) ??
    new Statement(key, (tools) => {
      let query = tools.db
        .selectFrom('users')
        .select(found.columns as readonly 'users.id'[])
        .where('platform_id', '=', parameter('platform'))
        .where(isPublic)
      for (const filter of filters) query = query.where(filter.where(tools))
      return query.orderBy(sql`search_key`).orderBy('id')
    })
  searches.set(key, statement)
  const values: Values = { platform: platformId }
  for (const filter of filters) values[filter.name] = filter.value
  return { statement, values, decode: allRows(found.decode) }
}

const cards = partOf(users, [
  'id',
  'firstName',
  'lastName',
  'username',
  'avatar',
  'job',
  'company',
  'highlighted',
  'tags',
])
export type PersonCard = ReturnType<typeof cards.decode>

const byIds = new Statement('public_people.by_ids', ({ db, isAmong }) =>
  db
    .selectFrom('users')
    .select(cards.columns as readonly 'users.id'[])
    .where('platform_id', '=', parameter('platform'))
    .where(isAmong('id', 'ids'))
    .orderBy(sql`search_key`)
    .orderBy('id'),
)
/** These people, by last and first name. */
export const peopleByIds = (platformId: string, ids: readonly string[]): Query<PersonCard[]> => ({
  statement: byIds,
  values: { platform: platformId, ids: JSON.stringify(ids) },
  decode: allRows(cards.decode),
})

const profile = partOf(users, [
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
/** What the page of a person shows. */
export type Profile = ReturnType<typeof profile.decode>

const one = new Statement('public_people.one', ({ db }) =>
  db
    .selectFrom('users')
    .select(profile.columns as readonly 'users.id'[])
    .where('platform_id', '=', parameter('platform'))
    .where('id', '=', parameter('id'))
    .where(isPublic),
)
export const publicPerson = (platformId: string, id: string): Query<Profile | undefined> => ({
  statement: one,
  values: { platform: platformId, id },
  decode: firstRow(profile.decode),
})

const standsWith = partOf(sponsors, ['id', 'name', 'hasPage', 'website'])
export type SponsorName = ReturnType<typeof standsWith.decode>

const sponsorsOf = new Statement('public_people.sponsors_of', ({ db }) =>
  db
    .selectFrom('sponsors')
    .innerJoin('sponsor_people', 'sponsor_people.sponsor_id', 'sponsors.id')
    .select(standsWith.columns as readonly 'sponsors.id'[])
    .where('sponsors.platform_id', '=', parameter('platform'))
    .where('sponsor_people.user_id', '=', parameter('user'))
    .orderBy('sponsors.level')
    .orderBy('sponsors.name')
    .orderBy('sponsors.id'),
)
/** The sponsors that a person stands with, the highest level first. */
export const sponsorsOfPerson = (platformId: string, userId: string): Query<SponsorName[]> => ({
  statement: sponsorsOf,
  values: { platform: platformId, user: userId },
  decode: allRows(standsWith.decode),
})

const ofSponsor = new Statement('public_people.of_sponsor', ({ db }) =>
  db
    .selectFrom('sponsor_people')
    .innerJoin('users', 'users.id', 'sponsor_people.user_id')
    .select(personPart.columns as readonly 'users.id'[])
    .where('sponsor_people.sponsor_id', '=', parameter('sponsor'))
    .where(isAdmitted)
    .orderBy('sponsor_people.position'),
)
/** The people of a sponsor, in their order. */
export const peopleOfSponsor = (sponsorId: string): Query<ListedPerson[]> => ({
  statement: ofSponsor,
  values: { sponsor: sponsorId },
  decode: allRows(personPart.decode),
})

const tagList = new Statement('public_people.tags', ({ db, dialect }) => ({
  compile: () =>
    sql`
      select tag.value from users, ${
        dialect === 'sqlite'
          ? sql`json_each(users.tags) as tag`
          : sql`jsonb_array_elements_text(users.tags::jsonb) as tag(value)`
      }
      where users.platform_id = ${parameter('platform')} and ${isPublic}
      group by tag.value order by count(*) desc, tag.value limit ${parameter('limit')}`.compile(db),
}))
/** The tags of public people, the commonest first. */
export const tagsOfPeople = (platformId: string, limit: number): Query<string[]> => ({
  statement: tagList,
  values: { platform: platformId, limit },
  decode: allRows((row) => String(row.value)),
})

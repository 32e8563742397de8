// Sponsors as the public site lists them, without the content of their pages, and their people.
import { integer, text } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import {
  isAdmitted,
  isPublicTalk,
  listedPerson,
  listed as listedTalk,
} from '../talks/programme/public-talks-store.ts'
import { sponsors } from './tables.ts'

const listed = selectColumns(sponsors, [
  'id',
  'name',
  'logo',
  'level',
  'hasPage',
  'website',
  'icon',
  'color',
  'options',
])
/** A sponsor in the list of all sponsors. */
export type ListedSponsor = RowOf<typeof listed>

/** All sponsors, starting with the highest level (1). */
export const sponsorWall = defineQuery(
  'sponsor_wall',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sponsors')
      .select(listed.columnNames)
      .where('platform_id', '=', p.platformId)
      .orderBy('level')
      .orderBy('name')
      .orderBy('id'),
  allRows(listed.decode),
)

/** The people of a sponsor, in order. */
export const peopleOfSponsor = defineQuery(
  'public_people.of_sponsor',
  { sponsorId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin('users', 'users.id', 'sponsor_people.user_id')
      .select(listedPerson.qualifiedNames)
      .where('sponsor_people.sponsor_id', '=', p.sponsorId)
      .where(isAdmitted)
      .orderBy('sponsor_people.position'),
  allRows(listedPerson.decode),
)

/** Talks in which people of a sponsor speak, by start. */
export const talksOfSponsor = defineQuery(
  'programme.of_sponsor',
  { platformId: text(), sponsorId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listedTalk.qualifiedNames)
      .where('talks.platform_id', '=', p.platformId)
      .where('talks.id', 'in', (eb) =>
        eb
          .selectFrom('sponsor_people')
          .innerJoin('talk_people', 'talk_people.user_id', 'sponsor_people.user_id')
          .select('talk_people.talk_id')
          .where('sponsor_people.sponsor_id', '=', p.sponsorId)
          .where('talk_people.kind', '=', 'speaker'),
      )
      .where(isPublicTalk)
      .orderBy('talks.start_at')
      .orderBy('talks.id')
      .limit(p.limit),
  allRows(listedTalk.decode),
)

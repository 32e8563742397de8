// The speakers of sponsors, in order, and the sponsors of accounts.
import { sql } from 'kysely'
import { byReference } from '../../kernel/store/changes/objects.ts'
import { text, textList } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, defineWrite, type Write } from '../../kernel/store/sql/statements.ts'
import { type AttachedId, byObject, personColumns } from '../people/attached/attached-people-store.ts'
import { users } from '../people/tables.ts'

/** The speakers of these sponsors. */
export const peopleOfSponsors = defineQuery(
  'sponsor_people.of_sponsors',
  { sponsorIds: textList() },
  ({ db, isAmong, rowWithId }, p) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin(rowWithId(users, 'sponsor_people.user_id').as('users'), 'users.id', 'sponsor_people.user_id')
      .select('sponsor_people.sponsor_id')
      .select(personColumns.qualifiedNames)
      .where(({ ref }) => isAmong(ref('sponsor_people.sponsor_id'), p.sponsorIds))
      .orderBy('sponsor_people.sponsor_id')
      .orderBy('sponsor_people.position'),
  (rows) =>
    byObject(
      rows.map((row) => ({ objectId: row.sponsor_id, kind: 'speaker', person: personColumns.decode(row) })),
    ),
)

/** The speakers of a sponsor, in order. */
export const attachedToSponsor = byReference((by) =>
  defineQuery(
    `sponsor_people.ids_by_${by}`,
    { platformId: text(), value: text() },
    ({ db }, p) =>
      db
        .selectFrom('sponsor_people')
        .select('user_id')
        .where('sponsor_id', '=', (eb) =>
          eb
            .selectFrom('sponsors')
            .select('id')
            .where('platform_id', '=', p.platformId)
            .where(by, '=', p.value),
        )
        .orderBy('position'),
    allRows(({ user_id }): AttachedId => ({ kind: 'speaker', userId: user_id })),
  ),
)

const clearSponsorPeople = defineWrite('sponsor_people.clear', { sponsorId: text() }, ({ db }, p) =>
  db.deleteFrom('sponsor_people').where('sponsor_id', '=', p.sponsorId),
)
const insertSponsorPeople = defineWrite(
  'sponsor_people.fill',
  { sponsorId: text(), userIds: textList() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('sponsor_people')
      .columns(['sponsor_id', 'position', 'user_id'])
      .expression(
        db
          .selectFrom(elementsOf(p.userIds).as('person'))
          .select(({ cast }) => [
            cast<string>(p.sponsorId, 'text').as('sponsor_id'),
            'person.position',
            'person.value as user_id',
          ]),
      ),
)

/** Replaces the speakers of a sponsor. */
export const setSponsorPeople = (sponsorId: string, userIds: readonly string[]): Write[] => [
  clearSponsorPeople({ sponsorId }),
  insertSponsorPeople({ sponsorId, userIds }),
]

/** Keeps the people of a deleted sponsor. */
export const keepSponsorPeople = defineWrite(
  'deleted_objects.keep_sponsor_people',
  { id: text() },
  ({ db }, p) =>
    db
      .insertInto('deleted_object_people')
      .columns(['object_id', 'user_id', 'kind', 'position'])
      .expression(
        db
          .selectFrom('sponsor_people')
          .select(['sponsor_id', 'user_id', sql.lit('speaker').as('kind'), 'position'])
          .where('sponsor_id', '=', p.id),
      ),
)
/** Gives a restored sponsor the people that were kept. */
export const restoreSponsorPeople = defineWrite(
  'deleted_objects.restore_sponsor_people',
  { id: text() },
  ({ db }, p) =>
    db
      .insertInto('sponsor_people')
      .columns(['sponsor_id', 'user_id', 'position'])
      .expression(
        db
          .selectFrom('deleted_object_people')
          .select(['object_id', 'user_id', 'position'])
          .where('object_id', '=', p.id),
      ),
)

export type SponsorMembership = { id: string; name: string }

/** The sponsors that an account belongs to, by level; 100 at most. */
export const sponsorsOfUser = defineQuery(
  'sponsor_people.sponsors_of',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin('sponsors', 'sponsors.id', 'sponsor_people.sponsor_id')
      .select(['sponsors.id', 'sponsors.name'])
      .where('sponsor_people.user_id', '=', p.userId)
      .orderBy('sponsors.level')
      .orderBy('sponsors.id')
      .limit(100),
  allRows((row): SponsorMembership => row),
)

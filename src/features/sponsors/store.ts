// Sponsors in the store.
import { defineImportedInto } from '../../kernel/store/changes/imported-values.ts'
import { byReference, defineObjects } from '../../kernel/store/changes/objects.ts'
import { text } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'
import { sponsors } from './tables.ts'

export const sponsorObjects = defineObjects(sponsors, byReference)
export const importedIntoSponsor = defineImportedInto(sponsors)

/** The sponsors that an account speaks for, by level. */
export const sponsorsWith = defineQuery(
  'sponsor_people.own_sponsors',
  { userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('sponsor_people')
      .innerJoin('sponsors', 'sponsors.id', 'sponsor_people.sponsor_id')
      .select(sponsors.qualifiedNames)
      .where('sponsor_people.user_id', '=', p.userId)
      .orderBy('sponsors.level')
      .orderBy('sponsors.id'),
  allRows(sponsors.decode),
)

// The tags of a platform: they come into being when they are first used.
import { sql } from 'kysely'
import { parameter, Statement, type Write } from '../sql/statements.ts'

const add = new Statement('tags.add', ({ db, elements }) =>
  db
    .insertInto('tags')
    .columns(['platform_id', 'name'])
    .expression(
      db
        .selectFrom(elements('names').as('given'))
        .select([
          sql<string>`cast(${parameter('platform')} as text)`.as('platform_id'),
          'given.value as name',
        ])
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** Makes sure that these tags exist; in one order, so that two writers never wait for each other. */
export function addTags(platformId: string, names: Iterable<string>): Write[] {
  const sorted = [...new Set(names)].sort()
  if (sorted.length === 0) return []
  return [{ statement: add, values: { platform: platformId, names: JSON.stringify(sorted) } }]
}

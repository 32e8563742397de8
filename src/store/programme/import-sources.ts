// The objects that belong to an imported programme.
import type { ObjectName } from '../changes/objects.ts'
import { text } from '../sql/columns.ts'
import { allRows, defineQuery } from '../sql/statements.ts'

export type SourcedObject = { id: string; externalId: string | null }

const defineObjectsOfSource = (table: ObjectName) =>
  defineQuery(
    `${table}.of_source`,
    { platformId: text(), source: text() },
    ({ db }, p) =>
      db
        .selectFrom(table)
        .select(['id', 'external_id'])
        .where('platform_id', '=', p.platformId)
        .where('source', '=', p.source)
        .orderBy('id'),
    allRows(({ id, external_id }): SourcedObject => ({ id, externalId: external_id })),
  )
/** The objects that were last sent under a source. */
export const objectsOfSource = {
  talks: defineObjectsOfSource('talks'),
  sponsors: defineObjectsOfSource('sponsors'),
  users: defineObjectsOfSource('users'),
  surveys: defineObjectsOfSource('surveys'),
}

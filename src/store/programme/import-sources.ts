// The objects that belong to an imported programme.
import type { ObjectName } from '../changes/objects.ts'
import { text } from '../sql/columns.ts'
import { allRows, defineQuery, type Query } from '../sql/statements.ts'

export type SourcedObject = { id: string; externalId: string | null }

const ofSource = (table: ObjectName) =>
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
const queries = {
  talks: ofSource('talks'),
  sponsors: ofSource('sponsors'),
  users: ofSource('users'),
  surveys: ofSource('surveys'),
}

/** The objects that were last sent under a source. */
export const objectsOfSource = (
  table: ObjectName,
  platformId: string,
  source: string,
): Query<SourcedObject[]> => queries[table]({ platformId, source })

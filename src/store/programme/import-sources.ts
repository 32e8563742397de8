// What belongs to the programme of a source.
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'

export type SourcedTable = 'talks' | 'sponsors' | 'users'
export type SourcedObject = { id: string; externalId: string | null }

const ofSource = (table: SourcedTable) =>
  new Statement(`${table}.of_source`, ({ db }) =>
    db
      .selectFrom(table as 'talks')
      .select(['id', 'external_id'])
      .where('platform_id', '=', parameter('platform'))
      .where('source', '=', parameter('source'))
      .orderBy('id'),
  )
const statements = { talks: ofSource('talks'), sponsors: ofSource('sponsors'), users: ofSource('users') }

/** The objects that were last sent under a source. */
export const objectsOfSource = (
  table: SourcedTable,
  platformId: string,
  source: string,
): Query<SourcedObject[]> => ({
  statement: statements[table],
  values: { platform: platformId, source },
  decode: allRows((row) => ({
    id: String(row.id),
    externalId: row.external_id === null ? null : String(row.external_id),
  })),
})

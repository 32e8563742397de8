// Sponsors as the public site lists them: without the content of their pages.
import { partOf } from '../sql/partial-rows.ts'
import { allRows, parameter, type Query, Statement } from '../sql/statements.ts'
import { sponsors } from '../sql/tables.ts'

const listed = partOf(sponsors, [
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
/** A sponsor as part of a wall. */
export type ListedSponsor = ReturnType<typeof listed.decode>

const wall = new Statement('sponsor_wall', ({ db }) =>
  db
    .selectFrom('sponsors')
    .select(listed.columns as readonly 'sponsors.id'[])
    .where('platform_id', '=', parameter('platform'))
    .orderBy('level')
    .orderBy('name')
    .orderBy('id'),
)
/** All sponsors, the highest level (1) first. */
export const sponsorWall = (platformId: string): Query<ListedSponsor[]> => ({
  statement: wall,
  values: { platform: platformId },
  decode: allRows(listed.decode),
})

// The encrypted keys that sign tokens for video rooms, one for each platform.
import { text } from '../sql/columns.ts'
import { defineQuery, defineWrite, firstRow, type Query, type Write } from '../sql/statements.ts'

const secretOf = defineQuery(
  'room_keys.of_platform',
  { platformId: text() },
  ({ db }, p) => db.selectFrom('room_keys').select('secret').where('platform_id', '=', p.platformId),
  firstRow(({ secret }) => secret),
)
export const roomKey = (platformId: string): Query<string | undefined> => secretOf({ platformId })

const put = defineWrite('room_keys.put', { platformId: text(), secret: text() }, ({ db }, p) =>
  db
    .insertInto('room_keys')
    .values({ platform_id: p.platformId, secret: p.secret })
    .onConflict((conflict) => conflict.column('platform_id').doUpdateSet({ secret: p.secret })),
)
export const putRoomKey = (platformId: string, secret: string): Write => put({ platformId, secret })

const remove = defineWrite('room_keys.remove', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('room_keys').where('platform_id', '=', p.platformId),
)
export const removeRoomKey = (platformId: string): Write => remove({ platformId })

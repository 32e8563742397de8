// The encrypted keys that sign tokens for video rooms, one for each platform.
import { text } from '../sql/columns.ts'
import { defineQuery, defineWrite, firstRow } from '../sql/statements.ts'

export const roomKey = defineQuery(
  'room_keys.of_platform',
  { platformId: text() },
  ({ db }, p) => db.selectFrom('room_keys').select('secret').where('platform_id', '=', p.platformId),
  firstRow(({ secret }) => secret),
)

export const putRoomKey = defineWrite('room_keys.put', { platformId: text(), secret: text() }, ({ db }, p) =>
  db
    .insertInto('room_keys')
    .values({ platform_id: p.platformId, secret: p.secret })
    .onConflict((conflict) => conflict.column('platform_id').doUpdateSet({ secret: p.secret })),
)

export const removeRoomKey = defineWrite('room_keys.remove', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('room_keys').where('platform_id', '=', p.platformId),
)

// The encrypted keys that sign tokens for video rooms, one for each platform.
import { text } from '../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../kernel/store/sql/row-writes.ts'
import { defineQuery, defineWrite, firstRow } from '../../kernel/store/sql/statements.ts'
import { roomKeys } from './tables.ts'

export const roomKey = defineQuery(
  'room_keys.of_platform',
  { platformId: text() },
  ({ db }, p) => db.selectFrom('room_keys').select('secret').where('platform_id', '=', p.platformId),
  firstRow(({ secret }) => secret),
)

export const putRoomKey = defineUpsert(roomKeys, 'platformId')

export const removeRoomKey = defineWrite('room_keys.remove', { platformId: text() }, ({ db }, p) =>
  db.deleteFrom('room_keys').where('platform_id', '=', p.platformId),
)

// The claims of processes on rooms, among the leases of the installation.
import { sql } from 'kysely'
import { instant, text, textList } from '../../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'

const PREFIX = 'room '

export const claimName = (talkId: string): string => `${PREFIX}${talkId}`

export type RoomClaim = { name: string; holder: string; expiresAt: number }

const columns = ['name', 'holder', 'expires_at'] as const
type Row = { name: string; holder: string; expires_at: number }
const decode = ({ name, holder, expires_at }: Row): RoomClaim => ({
  ...{ name, holder, expiresAt: Number(expires_at) },
})

/** The claim on a room, locked until the end of the transaction. */
export const claimForChange = defineQuery(
  'leases.of_room',
  { name: text() },
  ({ db, lockRows }, p) => db.selectFrom('leases').select(columns).where('name', '=', p.name).$call(lockRows),
  firstRow(decode),
)

export const claimsOfRooms = defineQuery(
  'leases.of_rooms',
  { names: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('leases')
      .select(columns)
      .where(({ ref }) => isAmong(ref('name'), p.names)),
  allRows(decode),
)

/** The claims of a process on rooms, locked until the end of the transaction. */
export const claimsForChange = defineQuery(
  'leases.of_holder',
  { names: textList(), holder: text() },
  ({ db, isAmong, lockRows }, p) =>
    db
      .selectFrom('leases')
      .select(columns)
      .where(({ ref }) => isAmong(ref('name'), p.names))
      .where('holder', '=', p.holder)
      .orderBy('name')
      .$call(lockRows),
  allRows(decode),
)

export const insertClaim = defineWrite(
  'leases.insert_room',
  { name: text(), holder: text(), expiresAt: instant() },
  ({ db }, p) =>
    db.insertInto('leases').values({
      name: p.name,
      holder: p.holder,
      expires_at: p.expiresAt,
      token: sql.lit(1),
      session: sql.lit(0),
    }),
)

export const changeClaims = defineWrite(
  'leases.change_rooms',
  { names: textList(), holder: text(), expiresAt: instant() },
  ({ db, isAmong }, p) =>
    db
      .updateTable('leases')
      .set({ holder: p.holder, expires_at: p.expiresAt })
      .where(({ ref }) => isAmong(ref('name'), p.names)),
)

export const releaseClaims = defineWrite(
  'leases.release_rooms',
  { names: textList(), holder: text() },
  ({ db, isAmong }, p) =>
    db
      .deleteFrom('leases')
      .where(({ ref }) => isAmong(ref('name'), p.names))
      .where('holder', '=', p.holder),
)

/** Removes the claims that processes have left behind. */
export const removeOldClaims = defineWrite('leases.remove_old_rooms', { before: instant() }, ({ db }, p) =>
  db
    .deleteFrom('leases')
    .where('name', 'like', sql.lit(`${PREFIX}%`))
    .where('expires_at', '<', p.before),
)

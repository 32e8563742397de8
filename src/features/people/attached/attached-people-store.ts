// People who are attached to talks and sponsors, as these read and change them.
import { text, textList } from '../../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, defineWrite, type Write } from '../../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../../kernel/store/sql/table.ts'
import { users } from '../tables.ts'
import { Person } from './attached-people-schema.ts'

export const talkPersonKinds = ['speaker', 'moderator'] as const
export type TalkPersonKind = (typeof talkPersonKinds)[number]

/** The columns of people that objects show: those of the members of `Person`. */
export const personColumns = selectColumns(users, Object.keys(Person.properties) as (keyof Person)[])
type Attached = { objectId: string; kind: TalkPersonKind; person: Person }
/** The people of several objects by object id, each list in order. Objects without people are absent. */
export type AttachedByObject = ReadonlyMap<string, readonly Attached[]>

/** The people of rows that have one person each, in the order of the rows. */
export const byObject = (attached: readonly Attached[]): AttachedByObject =>
  Map.groupBy(attached, ({ objectId }) => objectId)

/** The account columns that a change needs to attach people. */
const attachable = selectColumns(users, [
  'id',
  'email',
  'emailKey',
  'firstName',
  'lastName',
  'role',
  'attached',
])
export type AttachableAccount = RowOf<typeof attachable>

/** The accounts with these canonical e-mails. */
export const attachableAccounts = defineQuery(
  'users.attachable',
  { platformId: text(), emailKeys: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('users')
      .select(attachable.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ ref }) => isAmong(ref('email_key'), p.emailKeys)),
  allRows(attachable.decode),
)

export type AttachedId = { kind: TalkPersonKind; userId: string }

const markAttached = defineWrite('users.mark_attached', { ids: textList() }, ({ db, isAmong }, p) =>
  db
    .updateTable('users')
    .set({ attached: 1 })
    .where(({ ref }) => isAmong(ref('id'), p.ids)),
)
/** Marks accounts that are attached for the first time, so that lists of speakers include them. */
export function listAccounts(accounts: readonly AttachableAccount[]): Write[] {
  const ids = accounts.filter(({ attached }) => !attached).map(({ id }) => id)
  return ids.length === 0 ? [] : [markAttached({ ids })]
}

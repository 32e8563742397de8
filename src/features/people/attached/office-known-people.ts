// People entered in a form: an e-mail with an account becomes that account, and accounts can be found by name.

import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { EditState } from '../../../kit/office/edit-state.ts'
import { rowsOf, type Values, withRows } from '../../../kit/office/form-values.ts'
import { findAccount, findAccounts } from '../find-accounts.ts'
import { findPeople } from '../lists.ts'
import type { UserRow } from '../tables.ts'
import { knownRow } from './office-person-values.ts'

/** Uses one query for all lists, and none if every person is already known. */
export async function recognizePeople(
  services: Services,
  caller: Caller,
  values: Values,
  lists: readonly string[],
): Promise<Values> {
  const emails = lists.flatMap((list) =>
    rowsOf(values, list).flatMap((row) => (row.known || !row.email ? [] : [row.email])),
  )
  const accounts = await findAccounts(services, caller, emails)
  if (accounts.size === 0) return values
  return lists.reduce((changed, list) => {
    const rows = rowsOf(changed, list).map((row) => {
      const account = row.known ? undefined : accounts.get(canonicalEmail(row.email ?? ''))
      return account ? knownRow(account) : row
    })
    return withRows(changed, list, rows)
  }, values)
}

/** The accounts that were found for a list. */
export type FoundPeople = { list: string; q: string; accounts: readonly UserRow[] }

/** The state of a form with lists of people. */
export type PeopleEditState = EditState & { found?: FoundPeople | undefined }

/** The name of the field in which the people of a list are searched. */
export const findField = (list: string): string => `find/${list}`

/**
 * The actions of the search buttons: `do=find:<list>` finds accounts by the text of the field; `do=pick:<list>:<id>`
 * adds one to the list.
 */
export async function pickPeople(
  services: Services,
  caller: Caller,
  values: Values,
  lists: readonly string[],
): Promise<{ values: Values; found?: FoundPeople }> {
  const [, action, list = '', id = ''] = /^(find|pick):(\w+)(?::([\w-]{36}))?$/.exec(values.do ?? '') ?? []
  if (action === undefined || !lists.includes(list)) return { values }
  const rows = rowsOf(values, list)
  const isListed = (account: UserRow) => rows.some(({ known }) => known === account.id)
  if (action === 'find') {
    const q = values[findField(list)] ?? ''
    const accounts = (await findPeople(services, caller, q)).filter((account) => !isListed(account))
    return { values, found: { list, q, accounts } }
  }
  const account = await findAccount(services, caller, id)
  const added = account && !isListed(account) ? [...rows, knownRow(account)] : rows
  return { values: { ...withRows(values, list, added), [findField(list)]: '' } }
}

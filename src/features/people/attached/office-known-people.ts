// People entered in a form: an e-mail with an account becomes that account, and accounts can be found by name.

import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { EditState } from '../../../kit/office/edit-state.ts'
import { type Row, rowsOf, type Values, withRows } from '../../../kit/office/form-values.ts'
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
 * The actions of the field that adds people: `do=find:<list>` finds accounts by its text, or adds a new person if there
 * are none; `do=pick:<list>:<id>` adds one of the accounts; `do=add:<list>` adds a new person anyway.
 */
export async function pickPeople(
  services: Services,
  caller: Caller,
  values: Values,
  lists: readonly string[],
): Promise<{ values: Values; found?: FoundPeople }> {
  const [, action, list = '', id = ''] =
    /^(add|find|pick):(\w+)(?::([\w-]{36}))?$/.exec(values.do ?? '') ?? []
  if (action === undefined || !lists.includes(list)) return { values }
  const rows = rowsOf(values, list)
  const isListed = (account: UserRow) => rows.some(({ known }) => known === account.id)
  const withRow = (row: Row) => ({ ...withRows(values, list, [...rows, row]), [findField(list)]: '' })
  if (action === 'pick') {
    const account = await findAccount(services, caller, id)
    return { values: account && !isListed(account) ? withRow(knownRow(account)) : values }
  }
  const q = values[findField(list)] ?? ''
  if (q === '') return { values: { ...values, do: `add:${list}` } }
  const accounts = action === 'find' ? await findPeople(services, caller, q) : []
  if (accounts.length === 0) return { values: { ...withRow(newRow(q)), do: `find:${list}` } }
  return { values, found: { list, q, accounts: accounts.filter((account) => !isListed(account)) } }
}

/** A person who is known by e-mail or by name only. */
function newRow(q: string): Row {
  if (q.includes('@')) return { email: q }
  const [, firstName = q, lastName = ''] = /^(.*\S)\s+(\S+)$/.exec(q) ?? []
  return { firstName, lastName }
}

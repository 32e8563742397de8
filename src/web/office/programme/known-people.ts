// People entered in a form: those whose e-mail has an account become that account.
import { findAccounts } from '../../../domain/office/people.ts'
import type { Caller, Services } from '../../../domain/services.ts'
import { canonicalEmail } from '../../../lib/text/email.ts'
import { rowsOf, type Values, withRows } from '../shared/form-values.ts'
import { knownRow } from './person-values.ts'

/** One query for all lists, and none if every person is known already. */
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

// The tables of people as the program uses them. The migrations create them.

import { searchKey } from '../../kernel/lib/text/search-keys.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { boolean, optionalInstant, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { objectColumns } from '../../kernel/store/sql/object-columns.ts'
import { textColumns } from '../../kernel/store/sql/search-texts.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import { userFields } from './schema.ts'

export const users = defineTable(
  'users',
  {
    ...objectColumns(userFields),
    emailKey: text(),
    /** When its owner first proved that they read this e-mail. */
    emailProvedAt: optionalInstant(),
    usernameKey: text(),
    /** The language for pages and e-mails. */
    language: optionalText<Language>(),
    highlighted: boolean(),
    /** Created as a speaker (`type`): listed on the public site even without a talk. */
    announced: boolean(),
    /** Whether the account is or was attached to a talk or sponsor. Lists of speakers look only at these accounts. */
    attached: boolean(),
    passwordHash: text(),
    passwordMustChange: boolean(),
    passwordExpiresAt: optionalInstant(),
    /** Encrypted. */
    totpSecret: optionalText(),
    /** The start of the last time step whose code was accepted. */
    totpUsedAt: optionalInstant(),
  },
  {
    search_key: (row) =>
      searchKey([row.lastName, row.firstName], [row.email], [row.username], [row.externalId]),
  },
)
export type UserRow = RowOf<typeof users>

/** The last part is for staff. Visitors do not search it. */
export type UserPart = 'name' | 'company' | 'profile' | 'account'

/** The texts by which accounts are found. */
export const userTexts = defineTable('user_texts', textColumns<UserPart>())

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    users: StoredRowOf<typeof users>
    user_texts: StoredRowOf<typeof userTexts>
  }
}

// The tables of api-keys as the program uses them. The migrations create them.

import type { KeyLevel } from '../../kernel/lib/security/api-key-format.ts'
import { instant, json, optionalInstant, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

export const apiKeys = defineTable('api_keys', {
  id: text(),
  platformId: text(),
  name: text(),
  level: text<KeyLevel>(),
  hash: text(),
  last4: text(),
  previousHash: optionalText(),
  previousExpiresAt: optionalInstant(),
  allowedAddresses: json<string[]>(),
  createdAt: instant(),
  expiresAt: optionalInstant(),
  revokedAt: optionalInstant(),
  lastUsedAt: optionalInstant(),
  exposedAt: optionalInstant(),
})
export type ApiKeyRow = RowOf<typeof apiKeys>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    api_keys: StoredRowOf<typeof apiKeys>
  }
}

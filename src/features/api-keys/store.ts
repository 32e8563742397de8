// API keys in the store. They are found by the HMAC of the key, because the store does not contain the key.
import { text } from '../../kernel/store/sql/columns.ts'
import { rowWrites } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, firstRow } from '../../kernel/store/sql/statements.ts'
import { apiKeys } from './tables.ts'

export const apiKeyWrites = rowWrites(apiKeys)

/** The key with this hash. The hash of the previous secret also finds it. */
export const apiKeyByHash = defineQuery(
  'api_keys.by_hash',
  { hash: text() },
  ({ db }, p) =>
    db
      .selectFrom('api_keys')
      .select(apiKeys.columnNames)
      .where(({ eb, or }) => or([eb('hash', '=', p.hash), eb('previous_hash', '=', p.hash)])),
  firstRow(apiKeys.decode),
)

export const apiKeyById = defineQuery(
  'api_keys.by_id',
  { platformId: text(), id: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('api_keys')
      .select(apiKeys.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('id', '=', p.id)
      .$call(lockRows),
  firstRow(apiKeys.decode),
)

export const listApiKeys = defineQuery(
  'api_keys.list',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('api_keys')
      .select(apiKeys.columnNames)
      .where('platform_id', '=', p.platformId)
      .orderBy('id'),
  allRows(apiKeys.decode),
)

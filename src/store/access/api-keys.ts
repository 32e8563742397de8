// API keys in the store. They are found by the HMAC of the key, because the store does not contain the key.
import { text } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, defineQuery, firstRow, type Query } from '../sql/statements.ts'
import { type ApiKeyRow, apiKeys } from '../sql/tables.ts'

export const apiKeyWrites = rowWrites(apiKeys)

const byHash = defineQuery(
  'api_keys.by_hash',
  { hash: text() },
  ({ db }, p) =>
    db
      .selectFrom('api_keys')
      .select(apiKeys.columnNames)
      .where(({ eb, or }) => or([eb('hash', '=', p.hash), eb('previous_hash', '=', p.hash)])),
  firstRow(apiKeys.decode),
)

/** The key with this hash. The hash of the previous secret also finds it. */
export const apiKeyByHash = (hash: string): Query<ApiKeyRow | undefined> => byHash({ hash })

const byId = defineQuery(
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

export const apiKeyById = (platformId: string, id: string): Query<ApiKeyRow | undefined> =>
  byId({ platformId, id })

const list = defineQuery(
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

export const listApiKeys = (platformId: string): Query<ApiKeyRow[]> => list({ platformId })

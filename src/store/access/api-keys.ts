// API keys in the store: found by the keyed hash of the key, never by the key.
import { rowWrites } from '../sql/row-writes.ts'
import { allRows, firstRow, parameter, type Query, Statement } from '../sql/statements.ts'
import { type ApiKeyRow, apiKeys } from '../sql/tables.ts'

export const apiKeyWrites = rowWrites(apiKeys)

const columns = apiKeys.columnNames as readonly 'id'[]

const byHash = new Statement('api_keys.by_hash', ({ db }) =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where(({ or, eb }) =>
      or([eb('hash', '=', parameter('hash')), eb('previous_hash', '=', parameter('hash'))]),
    ),
)

/** The key with this hash, current or from before its last rotation. */
export const apiKeyByHash = (hash: string): Query<ApiKeyRow | undefined> => ({
  statement: byHash,
  values: { hash },
  decode: firstRow(apiKeys.decode),
})

const byId = new Statement('api_keys.by_id', ({ db, dialect }) =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('platform_id', '=', parameter('platform'))
    .where('id', '=', parameter('id'))
    .$if(dialect === 'postgres', (query) => query.forUpdate()),
)

export const apiKeyById = (platformId: string, id: string): Query<ApiKeyRow | undefined> => ({
  statement: byId,
  values: { platform: platformId, id },
  decode: firstRow(apiKeys.decode),
})

const list = new Statement('api_keys.list', ({ db }) =>
  db.selectFrom('api_keys').select(columns).where('platform_id', '=', parameter('platform')).orderBy('id'),
)

export const listApiKeys = (platformId: string): Query<ApiKeyRow[]> => ({
  statement: list,
  values: { platform: platformId },
  decode: allRows(apiKeys.decode),
})

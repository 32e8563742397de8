// Whether other processes use the store, such as a running server.
import { existsSync } from 'node:fs'
import type { StoreLocation } from './migrations/migrate.ts'
import { pg } from './postgres/driver.ts'
import { lockExclusively } from './sqlite/exclusive.ts'
import { StoreUnavailable } from './store.ts'

const CONNECT_MS = 5_000

/** Throws StoreUnavailable if another process of Lectern, or on SQLite any other program, has the store open. */
export async function assertNotInUse(location: StoreLocation): Promise<void> {
  if (location.dialect === 'sqlite') {
    if (existsSync(location.path)) lockExclusively(location.path)?.[Symbol.dispose]()
    return
  }
  const client = new pg.Client({ connectionString: location.url, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    const { rows } = await client.query(OTHERS)
    if (rows.length > 0)
      throw new StoreUnavailable('The store is in use. Stop all servers and other commands that use it.')
  } finally {
    await client.end().catch(() => {})
  }
}

const OTHERS = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'lectern%' LIMIT 1`

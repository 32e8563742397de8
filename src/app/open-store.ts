// Opens the store of an installation, after migrating it.
import { refusalCodec } from '../kernel/changes/errors.ts'
import { workerModule } from '../kernel/lib/program-files.ts'
import { migrate, type StoreLocation } from '../kernel/store/migrations/migrate.ts'
import { openSqliteStore } from '../kernel/store/sqlite/store.ts'
import type { Store } from '../kernel/store/store.ts'

const DEFAULT_CONNECTIONS = 10

/** Migrates the schema and opens the store. Throws StoreUnavailable if the store cannot be reached. */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.dialect === 'postgres') {
    await migrate(location)
    const { openPostgresStore } = await import('../kernel/store/postgres/store.ts')
    const { operations } = await import('../features/operations.ts')
    return openPostgresStore({
      url: location.url,
      operations,
      connections: location.connections ?? DEFAULT_CONNECTIONS,
      refusals: refusalCodec,
    })
  }
  return openSqliteStore({
    path: location.path,
    writerModule: workerModule('app/sqlite-writer'),
    migrate: () => migrate(location),
  })
}

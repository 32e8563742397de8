// Opens the store of an installation, after migrating it, and reads the installation's secret.
import { randomBytes } from 'node:crypto'
import { workerModule } from '../lib/program-files.ts'
import { systemClock } from '../lib/time/clock.ts'
import { migrate, type StoreLocation } from '../store/migrations/migrate.ts'
import { installationSecret } from '../store/platforms/platforms.ts'
import { openSqliteStore } from '../store/sqlite/store.ts'
import type { Store } from '../store/store.ts'
import { execute } from './changes/commands.ts'
import { refusalCodec } from './changes/errors.ts'
import { saveSecretOperation } from './platforms/platforms.ts'
import { systemCaller } from './services.ts'

const DEFAULT_CONNECTIONS = 10

/** Migrates the schema and opens the store. Throws StoreUnavailable if the store cannot be reached. */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.dialect === 'postgres') {
    await migrate(location)
    const { openPostgresStore } = await import('../store/postgres/store.ts')
    return openPostgresStore({
      url: location.url,
      connections: location.connections ?? DEFAULT_CONNECTIONS,
      refusals: refusalCodec,
    })
  }
  return openSqliteStore({
    path: location.path,
    writerModule: workerModule('domain/sqlite-writer'),
    migrate: () => migrate(location),
  })
}

/** The secret for keyed hashes and encryption: the configured one, or a random one that the store keeps. */
export async function readSecret(store: Store, configured: string | undefined): Promise<Buffer> {
  if (configured !== undefined) return Buffer.from(configured, 'utf8')
  const saved = await store.read(installationSecret({}))
  if (saved !== undefined) return Buffer.from(saved, 'hex')
  const secret = randomBytes(32).toString('hex')
  await execute({ store, clock: systemClock }, systemCaller(), saveSecretOperation, { secret })
  return readSecret(store, configured)
}

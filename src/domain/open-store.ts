// Opens the store of an installation: migrated, with the operations of the domain, and its secret.

import { randomBytes } from 'node:crypto'
import { systemClock } from '../lib/time/clock.ts'
import { migrate, type StoreLocation } from '../store/migrations/migrate.ts'
import { installationSecret } from '../store/platforms/platforms.ts'
import { openPostgresStore } from '../store/postgres/store.ts'
import { openSqliteStore } from '../store/sqlite/store.ts'
import type { Store } from '../store/store.ts'
import { execute } from './changes/commands.ts'
import { refusalCodec } from './changes/errors.ts'
import { keepSecretOperation } from './platforms/platforms.ts'
import { systemCaller } from './services.ts'

const POSTGRES_CONNECTIONS = 10
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const writerModule = new URL(`./sqlite-writer.${extension}`, import.meta.url)

/** Migrates to the newest schema and opens. Throws StoreUnavailable where the store cannot be reached. */
export async function openStore(location: StoreLocation): Promise<Store> {
  await migrate(location)
  if (location.dialect === 'postgres') {
    return openPostgresStore({
      url: location.url,
      connections: POSTGRES_CONNECTIONS,
      refusals: refusalCodec,
    })
  }
  return openSqliteStore({ path: location.path, writerModule })
}

/** The key under which API keys are hashed: the operator's, else one that is made once and kept by the store. */
export async function readSecret(store: Store, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'utf8')
  const kept = await store.read(installationSecret())
  if (kept !== undefined) return Buffer.from(kept, 'hex')
  const secret = randomBytes(32).toString('hex')
  await execute({ store, clock: systemClock }, systemCaller(), keepSecretOperation, { secret })
  return readSecret(store, given)
}

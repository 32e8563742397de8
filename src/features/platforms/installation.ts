// Opens the store of an installation, after migrating it, and reads the installation's secret.
import { randomBytes } from 'node:crypto'
import { execute } from '../../kernel/changes/commands.ts'
import { refusalCodec } from '../../kernel/changes/errors.ts'
import { systemCaller } from '../../kernel/changes/services.ts'
import { workerModule } from '../../kernel/lib/program-files.ts'
import { decrypt, encrypt } from '../../kernel/lib/security/encryption.ts'
import { systemClock } from '../../kernel/lib/time/clock.ts'
import { migrate, type StoreLocation } from '../../kernel/store/migrations/migrate.ts'
import { openSqliteStore } from '../../kernel/store/sqlite/store.ts'
import type { Store } from '../../kernel/store/store.ts'
import { saveSecretOperation } from './platforms.ts'
import { SecretError } from './secret-error.ts'
import { knownSecret } from './store.ts'

const DEFAULT_CONNECTIONS = 10

/** Migrates the schema and opens the store. Throws StoreUnavailable if the store cannot be reached. */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.dialect === 'postgres') {
    await migrate(location)
    const { openPostgresStore } = await import('../../kernel/store/postgres/store.ts')
    return openPostgresStore({
      url: location.url,
      connections: location.connections ?? DEFAULT_CONNECTIONS,
      refusals: refusalCodec,
    })
  }
  return openSqliteStore({
    path: location.path,
    writerModule: workerModule('features/sqlite-writer'),
    migrate: () => migrate(location),
  })
}

const PURPOSE = 'secret-check'
/**
 * The secret for keyed hashes and encryption: the configured one, or a random one that the store keeps. The first one is
 * checked from then on. Throws SecretError.
 */
export async function readSecret(store: Store, configured: string | undefined): Promise<Buffer> {
  const { generated, check, isInUse } = await store.read(knownSecret({}))
  const kept = generated === undefined ? undefined : Buffer.from(generated, 'hex')
  const secret = configured === undefined ? kept : Buffer.from(configured, 'utf8')
  // A store that is in use without having generated a secret was set up with a configured one.
  if (check === undefined && (secret !== undefined || !isInUse)) {
    await keepSecret(store, { secret, isConfigured: configured !== undefined, replaces: false })
    // Another process may have been faster.
    return readSecret(store, configured)
  }
  if (secret !== undefined && isSecretOf(check, secret)) return secret
  if (configured === undefined) throw new SecretError('missing')
  throw new SecretError(isSecretOf(check, kept) ? 'unneeded' : 'other')
}

/** Makes the store work with the configured secret, or a new random one, instead of its own. */
export const replaceSecret = (store: Store, configured: string | undefined): Promise<unknown> =>
  keepSecret(store, {
    secret: configured === undefined ? undefined : Buffer.from(configured, 'utf8'),
    isConfigured: configured !== undefined,
    replaces: true,
  })

type Kept = { secret: Buffer | undefined; isConfigured: boolean; replaces: boolean }

function keepSecret(store: Store, { secret = randomBytes(32), isConfigured, replaces }: Kept) {
  return execute({ store, clock: systemClock }, systemCaller(), saveSecretOperation, {
    generated: isConfigured ? undefined : secret.toString('hex'),
    check: encrypt(secret, PURPOSE, 'Lectern'),
    replaces,
  })
}

const isSecretOf = (check: string | undefined, secret: Buffer | undefined): boolean =>
  check !== undefined && secret !== undefined && decrypt(secret, PURPOSE, check) !== undefined

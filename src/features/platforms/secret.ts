// The secret of an installation.
import { randomBytes } from 'node:crypto'
import { execute } from '../../kernel/changes/commands.ts'
import { systemCaller } from '../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../kernel/lib/security/encryption.ts'
import { systemClock } from '../../kernel/lib/time/clock.ts'
import type { Store } from '../../kernel/store/store.ts'
import { saveSecretOperation } from './platforms.ts'
import { SecretError } from './secret-error.ts'
import { knownSecret } from './store.ts'

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

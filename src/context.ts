// The open resources of a running installation: store, clock, password queue, and mailer.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Config, Secrets } from './config.ts'
import { openStore, readSecret } from './domain/open-store.ts'
import type { PageServices } from './domain/services.ts'
import { HashQueue, type HashQueueOptions } from './lib/security/hash-queue.ts'
import { hashPassword } from './lib/security/passwords.ts'
import { type Clock, systemClock } from './lib/time/clock.ts'
import { parseRanges } from './lib/web/ip-addresses.ts'
import { createMailer } from './outbound/mailer.ts'
import { type Candidate, openElection } from './store/leader-election.ts'
import type { StoreLocation } from './store/migrations/migrate.ts'

/** A request that would wait longer than this for its password hashes is refused. */
const MAX_HASH_WAIT_MS = 20_000

export type Installation = PageServices & {
  /** A candidate in the election of the process that delivers to webhooks. */
  deliveryCandidate(): Candidate
  [Symbol.asyncDispose](): Promise<void>
}

/** Which store the settings select. */
export const storeLocation = (config: Config, secrets: Secrets): StoreLocation =>
  secrets.databaseUrl === undefined
    ? { dialect: 'sqlite', path: join(config.dataDir, 'lectern.db') }
    : { dialect: 'postgres', url: secrets.databaseUrl }

export type InstallationParts = { clock?: Clock; hash?: HashQueueOptions['hash'] }

/** Opens the installation: migrates the store, and creates everything that the domain needs. Only tests pass parts. */
export async function openInstallation(
  config: Config,
  secrets: Secrets,
  { clock = systemClock, hash = hashPassword }: InstallationParts = {},
): Promise<Installation> {
  const location = storeLocation(config, secrets)
  const store = await openStore(location)
  const { smtpUrl: url } = secrets
  const { mailFrom: from } = config
  const mailer = url === undefined || from === undefined ? null : createMailer({ url, from })
  return {
    store,
    clock,
    secret: await readSecret(store, secrets.secret),
    hashes: new HashQueue({
      concurrency: Math.max(1, availableParallelism() - 1),
      bulkConcurrency: availableParallelism(),
      maxWaitMs: MAX_HASH_WAIT_MS,
      hash,
      clock,
    }),
    mailer,
    webhookAddresses: parseRanges(config.webhookAddresses),
    deliveryCandidate: openElection(location),
    [Symbol.asyncDispose]: async () => {
      mailer?.close()
      await store.close()
    },
  }
}

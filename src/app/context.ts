// The open resources of a running installation: store, clock, password queue, and mailer.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, Secrets } from '../config.ts'
import { MAX_HASH_WAIT_MS, MAX_VERIFY_WAIT_MS } from '../features/access/limits.ts'
import { OpenIdProviders } from '../features/access/openid/openid-providers.ts'
import { HASHES_AT_ONCE, HashThreads } from '../features/access/password-hashing/hash-threads.ts'
import { FileStorage } from '../features/files/file-storage.ts'
import { Pictures } from '../features/files/pictures.ts'
import { readSecret } from '../features/platforms/secret.ts'
import type { PageServices } from '../kernel/changes/services.ts'
import { HashQueue, type HashQueueOptions } from '../kernel/lib/security/hash-queue.ts'
import { type Clock, systemClock } from '../kernel/lib/time/clock.ts'
import { CorrectedClock } from '../kernel/lib/time/corrected-clock.ts'
import { parseRanges } from '../kernel/lib/web/ip-addresses.ts'
import { type ObjectStorage, openObjectStorage } from '../kernel/outbound/object-storage.ts'
import { createMailer, type Mailer } from '../kernel/outbox/mailer.ts'
import type { StoreLocation } from '../kernel/store/migrations/migrate.ts'
import type { Store } from '../kernel/store/store.ts'
import { version } from '../version.ts'
import { openStore } from './open-store.ts'

export type Installation = PageServices & {
  /** Null if no SMTP server is configured. Only the queue of e-mails sends. */
  mailer: Mailer | null
  /** Follows the database's clock, and returns the milliseconds that this machine's clock is behind it. */
  correctClock(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

/** The folder of files without LECTERN_FILES_URL. */
const filesFolder = (dataDir: string): string => join(dataDir, 'files')

export const sqlitePath = (dataDir: string): string => join(dataDir, 'lectern.db')

/** The store that the settings select. */
export const storeLocation = (config: Config, secrets: Secrets): StoreLocation =>
  secrets.databaseUrl === undefined
    ? { dialect: 'sqlite', path: sqlitePath(config.dataDir) }
    : { dialect: 'postgres', url: secrets.databaseUrl, connections: config.databaseConnections }

/** The URL of the content of files. Without a setting, it is in the data folder. */
const filesUrlOf = ({ filesUrl, dataDir }: Config): string =>
  filesUrl ?? pathToFileURL(filesFolder(dataDir)).href

/** The storage of the content of files. */
export const openFiles = (config: Config, { s3Credentials: credentials }: Secrets): ObjectStorage =>
  openObjectStorage(filesUrlOf(config), { setting: 'LECTERN_FILES_URL', credentials })

/** The URL of the content of files, if backups of the store include it. Undefined for S3-compatible storage. */
export function localFilesUrl(config: Config): string | undefined {
  const url = filesUrlOf(config)
  return url.startsWith('file:') ? url : undefined
}

export type InstallationOverrides = {
  clock?: Clock
  machineClock?: Clock
  /** Replaces the hashing of chosen passwords. */
  passwords?: Pick<HashQueueOptions, 'hash' | 'decoy'>
}

/**
 * Opens the installation: migrates the store, and creates the services that features need. Only tests pass
 * overrides.
 */
export async function openInstallation(
  config: Config,
  secrets: Secrets,
  { clock: given, machineClock = systemClock, passwords }: InstallationOverrides = {},
): Promise<Installation> {
  await using opening = new AsyncDisposableStack()
  const store = await openStore(storeLocation(config, secrets))
  opening.defer(() => store.close())
  const secret = await readSecret(store, secrets.secret)
  const corrected = new CorrectedClock(machineClock)
  const clock = given ?? corrected
  const correctClock = () => followStore(corrected, store)
  if (!given) await correctClock()
  const { smtpUrl: url } = secrets
  const { mailFrom: from } = config
  const webhookAddresses = parseRanges(config.webhookAddresses)
  const pictures = new Pictures()
  const threads = new HashThreads()
  const mailer = url === undefined || from === undefined ? null : await createMailer({ url, from })
  opening.move()
  return {
    store,
    clock,
    correctClock: given ? async () => 0 : correctClock,
    secret,
    hashes: new HashQueue({
      concurrency: HASHES_AT_ONCE,
      maxWaitMs: MAX_HASH_WAIT_MS,
      maxVerifyWaitMs: MAX_VERIFY_WAIT_MS,
      hash: (password) => threads.hash(password),
      verify: (password, phc) => threads.verify(password, phc),
      isEasyToGuess: (password, inputs) => threads.isEasyToGuess(password, inputs),
      ...passwords,
      clock,
    }),
    files: new FileStorage(openFiles(config, secrets)),
    pictures,
    mailer,
    hasMailer: mailer !== null,
    webhookAddresses,
    openIdProviders: new OpenIdProviders({ listed: webhookAddresses, userAgent: `Lectern/${version}` }),
    [Symbol.asyncDispose]: async () => {
      mailer?.close()
      pictures[Symbol.dispose]()
      await threads[Symbol.asyncDispose]()
      await store.close()
    },
  }
}

async function followStore(clock: CorrectedClock, store: Store): Promise<number> {
  const now = await store.readClock()
  // The first reading only tells whether there is another clock. The second one already has a connection.
  if (now !== undefined) await clock.follow(async () => (await store.readClock()) ?? now)
  return clock.offsetMs
}

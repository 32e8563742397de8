// The services that rules use, and the caller they act for.

import type { OpenIdProviders } from '../../features/access/openid-providers.ts'
import type { FileStorage } from '../../features/files/file-storage.ts'
import type { Pictures } from '../../features/files/pictures.ts'
import { defaultSettings, type PlatformSettings } from '../../features/platforms/schema.ts'
import type { HashQueue } from '../lib/security/hash-queue.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { AddressRange } from '../lib/web/ip-addresses.ts'
import type { Actor, WriteContext } from '../store/changes/operation.ts'
import type { LiveChanges } from '../store/changes/transaction.ts'
import type { Store } from '../store/store.ts'

export type Services = {
  store: Store
  hashes: HashQueue
  clock: Clock
  /** Called after a transaction has committed changes that open streams follow. */
  onLiveChanges?: (changes: LiveChanges) => void
}

/**
 * Webhooks also need the installation's secret, which encrypts theirs, and the private addresses that the operator
 * allows.
 */
export type WebhookServices = Services & { secret: Buffer; webhookAddresses: readonly AddressRange[] }

/** Files also need the storage of their content and the encoder of pictures. */
export type FileServices = Services & { files: FileStorage; pictures: Pictures }

/** The External API has operations of all kinds. */
export type ApiServices = WebhookServices & FileServices

/** Pages also queue e-mails, if a mail server is configured, and let people sign in at OpenID providers. */
export type PageServices = ApiServices & { hasMailer: boolean; openIdProviders: OpenIdProviders }

/** The requester of an action, with the platform. Created once per request. */
export type Caller = {
  platform: { id: string; settings: PlatformSettings }
  actor: Actor
  requestId: string | null
}

/** The caller as a requester in fair turns. */
export const requesterOf = ({ platform, actor }: Pick<Caller, 'actor'> & { platform: { id: string } }) => ({
  tenant: platform.id,
  client: actor.id ?? actor.kind,
})

/** The system itself as a caller: the command line, jobs, and the first start. */
export const systemCaller = (platform: { id: string; settings?: PlatformSettings } = { id: '' }): Caller => ({
  platform: { settings: defaultSettings, ...platform },
  actor: { kind: 'system', id: null, level: 'privileged' },
  requestId: null,
})

/** The caller as the store sees it, at this moment. */
export const writeContext = (clock: Clock, { platform, actor, requestId }: Caller): WriteContext => ({
  platformId: platform.id,
  actor,
  requestId,
  now: clock.now(),
  passwordRule: platform.settings.password,
})

// What the verbs of the domain need beside their input.

import type { HashQueue } from '../lib/security/hash-queue.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { AddressRange } from '../lib/web/ip-addresses.ts'
import type { Mailer } from '../outbound/mailer.ts'
import { defaultSettings, type PlatformSettings } from '../schema/platforms/platforms.ts'
import type { Actor, WriteContext } from '../store/changes/operation.ts'
import type { Store } from '../store/store.ts'

export type Services = { store: Store; hashes: HashQueue; clock: Clock }

/**
 * What webhooks need beside that: the key under which their secrets are encrypted, as of all keyed hashes, and the
 * addresses that the operator lists.
 */
export type WebhookServices = Services & { secret: Buffer; webhookAddresses: readonly AddressRange[] }

/** What pages need beside that: e-mail, where it is set up. */
export type PageServices = WebhookServices & { mailer: Mailer | null }

/** Who requests something, on which platform. Created once per request. */
export type Caller = {
  platform: { id: string; settings: PlatformSettings }
  actor: Actor
  requestId: string | null
}

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
})

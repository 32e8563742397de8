// The services that rules use, and the caller they act for.

import type { HashQueue } from '../lib/security/hash-queue.ts'
import { DEFAULT_PASSWORD_RULE, type PasswordRule } from '../lib/security/passwords.ts'
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

/** Requests to other servers also need the private addresses that the operator allows. */
export type OutboundServices = Services & {
  /** The installation's secret, which encrypts the others. */
  secret: Buffer
  webhookAddresses: readonly AddressRange[]
}

/** The services of the External API. Features add theirs. */
export interface ApiServices extends OutboundServices {}

/** The services of pages. They also queue e-mails, if a mail server is configured. Features add theirs. */
export interface PageServices extends ApiServices {
  hasMailer: boolean
}

/** What every change needs to know about its platform. */
type KnownSettings = { password: PasswordRule; registration: { capacity: number | null } }

/** The requester of an action, with the platform. Created once per request. */
export type Caller = {
  platform: { id: string; settings: KnownSettings }
  actor: Actor
  requestId: string | null
}

/** The caller as a requester in fair turns. */
export const requesterOf = ({ platform, actor }: Pick<Caller, 'actor'> & { platform: { id: string } }) => ({
  tenant: platform.id,
  client: actor.id ?? actor.kind,
})

/** The system itself as a caller: the command line, jobs, and the first start. */
export const systemCaller = (platform: { id: string; settings?: KnownSettings } = { id: '' }): Caller => ({
  platform: { settings: { password: DEFAULT_PASSWORD_RULE, registration: { capacity: null } }, ...platform },
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
  capacity: platform.settings.registration.capacity,
})

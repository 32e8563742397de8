// What the staff of a platform want to see first.
import type { Webhook } from '../../schema/webhooks/webhooks.ts'
import { countInReview } from '../../store/people/registrations.ts'
import {
  countLive,
  type ListedTalk,
  liveTalks,
  nextTalks,
  programmeSpan,
} from '../../store/site/public-talks.ts'
import { listKeys, type ShownApiKey } from '../access/api-keys.ts'
import type { Caller, Services } from '../services.ts'
import { readHealth, type WebhookHealth } from '../webhooks/deliveries.ts'
import { listWebhooks } from '../webhooks/webhooks.ts'
import { type RecentTraffic, readRecentTraffic } from './request-log.ts'

const DAY_MS = 24 * 3_600_000
const NEAR_MS = 30 * DAY_MS
const MOST_TALKS = 6

export type Dashboard = {
  now: number
  hasTalks: boolean
  /** Whether there is a key that works. */
  hasKeys: boolean
  /** The first of those that are under way. */
  live: ListedTalk[]
  /** All that are under way. */
  liveCount: number
  next: ListedTalk[]
  /** Registrations that wait to be reviewed. */
  waiting: number
  traffic: RecentTraffic
  /** Keys that end within 30 days, the first to end first. */
  endingKeys: ShownApiKey[]
  hasWebhooks: boolean
  /** Webhooks that fail at the moment, were disabled for it, or have given up deliveries. */
  failingWebhooks: { webhook: Webhook; health: WebhookHealth | undefined }[]
}

export async function readDashboard(services: Services, caller: Caller): Promise<Dashboard> {
  const { store, clock } = services
  const { id } = caller.platform
  const now = clock.now()
  const [span, live, liveCount, next, waiting, traffic, keys, webhooks, health] = await Promise.all([
    store.read(programmeSpan(id)),
    store.read(liveTalks(id, now, MOST_TALKS)),
    store.read(countLive(id, now)),
    store.read(nextTalks(id, now, MOST_TALKS)),
    store.read(countInReview(id)),
    readRecentTraffic(services, caller),
    listKeys(services, caller),
    listWebhooks(services, caller),
    readHealth(services, caller),
  ])
  return {
    now,
    hasTalks: span !== undefined,
    hasKeys: keys.some((key) => isGood(key, now)),
    live,
    liveCount: liveCount ?? 0,
    next,
    waiting: waiting ?? 0,
    traffic,
    endingKeys: endingSoon(keys, now),
    hasWebhooks: webhooks.length > 0,
    failingWebhooks: webhooks
      .map((webhook) => ({ webhook, health: health.get(webhook.id) }))
      .filter(({ webhook, health }) => isFailing(webhook, health)),
  }
}

const isFailing = (
  { failingSince, disabledReason, enabled }: Webhook,
  health: WebhookHealth | undefined,
): boolean => disabledReason !== null || (enabled && (failingSince !== null || (health?.failed ?? 0) > 0))

const isGood = ({ expiresAt, revokedAt }: ShownApiKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/** Keys that still work and end within 30 days. */
function endingSoon(keys: readonly ShownApiKey[], now: number): ShownApiKey[] {
  return keys.filter((key) => endsSoon(key, now)).sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
}

export const endsSoon = (key: ShownApiKey, now: number): boolean =>
  isGood(key, now) && key.expiresAt !== null && key.expiresAt - now <= NEAR_MS

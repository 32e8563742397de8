// The content of a platform's dashboard.

import type { Services } from '../../kernel/changes/services.ts'
import { endsSoon, isValid, listKeys, type ShownApiKey } from '../api-keys/api-keys.ts'
import { countInReview } from '../people/registrations/registrations-store.ts'
import type { PlatformCaller } from '../platforms/platforms.ts'
import { hasRooms } from '../platforms/rooms.ts'
import { countOpenProposals } from '../proposals/store.ts'
import { type RecentTraffic, readRecentTraffic } from '../request-log/request-log.ts'
import { countLive, type ListedTalk, nextTalks, talksLiveNow } from '../talks/programme/public-talks-store.ts'
import { talkObjects } from '../talks/store.ts'
import { readHealth, type WebhookHealth } from '../webhooks/deliveries/deliveries.ts'
import type { Webhook } from '../webhooks/schema.ts'
import { listWebhooks } from '../webhooks/webhooks.ts'
import type { ProgrammeCounts } from './programme-counts.ts'

const MAX_TALKS = 6

export type Dashboard = {
  now: number
  hasTalks: boolean
  /** Whether the platform has a working key. */
  hasKeys: boolean
  /** Whether nobody can watch live or upcoming talks in video rooms, because the platform has no rooms. */
  lacksRooms: boolean
  /** The first live talks. */
  live: ListedTalk[]
  /** The number of all live talks. */
  liveCount: number
  next: ListedTalk[]
  /** The number of changes to talks that wait for approval. */
  proposals: number
  /** The number of registrations to review. */
  inReview: number
  traffic: RecentTraffic
  /** Keys that expire within 30 days, soonest first. */
  endingKeys: ShownApiKey[]
  hasWebhooks: boolean
  /** Webhooks that are failing, were disabled because they failed, or have failed deliveries. */
  failingWebhooks: { webhook: Webhook; health: WebhookHealth | undefined }[]
}

export async function readDashboard(
  services: Services,
  caller: PlatformCaller,
  { checks }: ProgrammeCounts,
): Promise<Dashboard> {
  const { store, clock } = services
  const { id, settings } = caller.platform
  const now = clock.now()
  const [talks, live, liveCount, next, proposals, inReview, traffic, keys, webhooks, health] =
    await Promise.all([
      store.read(talkObjects.list({ platformId: id, after: null, limit: 1 }, [])),
      store.read(talksLiveNow({ platformId: id, now, limit: MAX_TALKS })),
      store.read(countLive({ platformId: id, now })),
      store.read(nextTalks({ platformId: id, now, limit: MAX_TALKS })),
      store.read(countOpenProposals({ platformId: id })),
      store.read(countInReview({ platformId: id })),
      readRecentTraffic(services, caller),
      listKeys(services, caller),
      listWebhooks(services, caller),
      readHealth(services, caller),
    ])
  return {
    now,
    hasTalks: talks.length > 0,
    lacksRooms: checks.needsRooms && !hasRooms(settings),
    hasKeys: keys.some((key) => isValid(key, now)),
    live,
    liveCount: liveCount ?? 0,
    next,
    proposals: proposals ?? 0,
    inReview: inReview ?? 0,
    traffic,
    endingKeys: keysEndingSoon(keys, now),
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

const keysEndingSoon = (keys: readonly ShownApiKey[], now: number): ShownApiKey[] =>
  keys.filter((key) => endsSoon(key, now)).sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))

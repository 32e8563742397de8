// Delivers events to webhooks: queues what has happened, and keeps a lane for each webhook that is enabled.
import { setTimeout as pass } from 'node:timers/promises'
import { fanOut } from '../domain/webhooks/fan-out.ts'
import { redeliverSome } from '../domain/webhooks/redeliveries.ts'
import type { Endpoints } from '../outbound/webhook-requests.ts'
import type { Candidate } from '../store/leader-election.ts'
import { enabledWebhooks } from '../store/webhooks/webhooks.ts'
import { type DeliveryServices, Lane } from './delivery-worker.ts'

/** How long what another process did, or what falls due, may wait. */
const LONGEST_PAUSE_MS = 1_000
/** Changes that come together are looked at together. */
const SHORTEST_PAUSE_MS = 20
/** What is under way at the end has this long; what is cut off is sent again at the next start. */
const LAST_MS = 1_000

export type Delivering = {
  /** Something may have happened: looks at once. */
  wake(): void
  close(): Promise<void>
}

type Options = {
  services: DeliveryServices
  endpoints: Endpoints
  /** Only the leader delivers. */
  candidate: Candidate
  /** Told once until it goes well again. */
  onTrouble(error: unknown): void
}

export function startDelivering({ services, endpoints, candidate, onTrouble }: Options): Delivering {
  const lanes = new Map<string, Lane>()
  let isInTrouble = false
  let isClosed = false
  let isAwake = false
  const tell = (error: unknown) => {
    if (!isInTrouble && !isClosed) onTrouble(error)
    isInTrouble = true
  }

  const look = async () => {
    const webhooks = await services.store.read(enabledWebhooks())
    const isLeader = (webhooks.length > 0 || lanes.size > 0) && (await candidate.campaign())
    const served = isLeader ? webhooks : []
    for (const [id, lane] of lanes) {
      if (served.some((webhook) => webhook.id === id)) continue
      lane.stop()
      if (lane.isIdle) lanes.delete(id)
    }
    if (served.length === 0) return
    await fanOut(services)
    // A long span takes many looks: what happens meanwhile is not kept waiting for it.
    if (await redeliverSome(services)) isAwake = true
    for (const webhook of served) {
      const lane = lanes.get(webhook.id) ?? new Lane(webhook, { services, endpoints, onTrouble: tell })
      lanes.set(webhook.id, lane)
      lane.serve(webhook)
    }
  }

  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const plan = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(run, isAwake ? SHORTEST_PAUSE_MS : LONGEST_PAUSE_MS).unref()
  }
  const run = () => {
    isAwake = false
    looking = look()
      .then(() => {
        isInTrouble = false
      }, tell)
      .finally(() => {
        looking = undefined
        plan()
      })
  }
  run()

  return {
    wake() {
      if (isAwake) return
      isAwake = true
      if (!looking) plan()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
      for (const lane of lanes.values()) lane.stop()
      const settled = Promise.all([...lanes.values()].map((lane) => lane.settled()))
      await Promise.race([settled, pass(LAST_MS, undefined, { ref: false })])
      endpoints.close()
      await settled
      await candidate.resign()
    },
  }
}

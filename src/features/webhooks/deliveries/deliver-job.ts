// Delivers events to webhooks: queues new events, and runs a delivery worker for each enabled webhook.
import { setTimeout as sleep } from 'node:timers/promises'
import { startWokenJob, type WokenJob } from '../../../kernel/jobs/woken-job.ts'
import type { Candidate } from '../../../kernel/store/leader-election.ts'
import { enabledWebhooks } from '../store.ts'
import { rescheduleDeliveries } from './clock-set-back.ts'
import { type DeliveryServices, DeliveryWorker } from './delivery-worker-job.ts'
import { fanOut } from './fan-out.ts'
import { redeliverSome } from './redeliveries.ts'
import type { Endpoints } from './requests.ts'

/** Smaller steps back of the clock cause no noticeable delay. */
const CLOCK_STEP_MS = 1_000
/** Time that requests in flight have at shutdown. Requests that are cut off are sent again after the next start. */
const SHUTDOWN_GRACE_MS = 1_000

type Options = {
  services: DeliveryServices
  endpoints: Endpoints
  /** Only the leader delivers. */
  candidate: Candidate
  /** Called only for the first failure, until a pass succeeds again. */
  onError(error: unknown): void
}

export function startWebhookDelivery({ services, endpoints, candidate, onError }: Options): WokenJob {
  const workers = new Map<string, DeliveryWorker>()
  let isFailing = false
  let isClosed = false
  const reportError = (error: unknown) => {
    if (!isFailing && !isClosed) onError(error)
    isFailing = true
  }

  // Before the first pass, another process may have used another clock.
  let latestMs = Number.POSITIVE_INFINITY
  const rescheduleIfSetBack = async () => {
    const now = services.clock.now()
    if (now < latestMs - CLOCK_STEP_MS) await rescheduleDeliveries(services)
    latestMs = now
  }

  const deliver = async () => {
    const webhooks = await services.store.read(enabledWebhooks({}))
    const lease = webhooks.length + workers.size > 0 ? await candidate.campaign() : undefined
    const served = lease ? webhooks : []
    for (const [id, worker] of workers) {
      if (served.some((webhook) => webhook.id === id)) continue
      worker.stop()
      if (worker.isIdle) workers.delete(id)
    }
    if (!lease || served.length === 0) return
    await rescheduleIfSetBack()
    await fanOut(services)
    // A large redelivery takes many passes, so that new events do not wait for it.
    if (await redeliverSome(services)) job.wake()
    for (const webhook of served) {
      const worker =
        workers.get(webhook.id) ??
        new DeliveryWorker(webhook, lease, { services, endpoints, onError: reportError })
      workers.set(webhook.id, worker)
      worker.serve(webhook, lease)
    }
  }

  const job = startWokenJob(services.clock, () =>
    deliver().then(() => {
      isFailing = false
    }, reportError),
  )
  return {
    wake: job.wake,
    async close() {
      isClosed = true
      await job.close()
      for (const worker of workers.values()) worker.stop()
      const finished = Promise.all([...workers.values()].map((worker) => worker.finish()))
      await Promise.race([finished, sleep(SHUTDOWN_GRACE_MS, undefined, { ref: false })])
      endpoints.close()
      await finished
      await candidate.resign()
    },
  }
}

// The lane of one webhook: what is due is sent, a few at a time, and what came of it is written in batches.

import type { Services } from '../domain/services.ts'
import { type AttemptResult, recordAttempts } from '../domain/webhooks/delivery-attempts.ts'
import { signingSecrets } from '../domain/webhooks/webhooks.ts'
import { signedHeaders } from '../lib/web/webhook-signatures.ts'
import type { EndpointAnswer, Endpoints } from '../outbound/webhook-requests.ts'
import type { DeliveryRow, WebhookRow } from '../store/sql/tables.ts'
import { dueDeliveries } from '../store/webhooks/deliveries.ts'

const AT_ONCE = 8
const READ_AT_ONCE = 200
const WRITTEN_AT_ONCE = 200

export type DeliveryServices = Pick<Services, 'store' | 'clock'> & { secret: Buffer }
type LaneOptions = { services: DeliveryServices; endpoints: Endpoints; onTrouble(error: unknown): void }

export class Lane {
  readonly #options: LaneOptions
  #webhook: WebhookRow
  #waiting: DeliveryRow[] = []
  /** By the id of the delivery. */
  readonly #sending = new Map<string, Promise<void>>()
  /** Still pending in the store, until they are written. */
  #results: AttemptResult[] = []
  #running: Promise<void> | undefined
  #wake: () => void = () => {}
  #isOpen = true

  constructor(webhook: WebhookRow, options: LaneOptions) {
    this.#webhook = webhook
    this.#options = options
  }

  /** Sends what is due, with the webhook as it is now. */
  serve(webhook: WebhookRow): void {
    this.#webhook = webhook
    this.#isOpen = true
    this.#wake()
    this.#running ??= this.#run()
      .catch(this.#options.onTrouble)
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Begins nothing new. */
  stop(): void {
    this.#isOpen = false
    this.#waiting = []
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return !this.#running && this.#sending.size + this.#results.length === 0
  }

  /** When what was under way has ended and is written. */
  async settled(): Promise<void> {
    await this.#running
    await Promise.all(this.#sending.values())
  }

  /** Until nothing is due. What is sent meanwhile goes on when the store fails, and is written by the next run. */
  async #run(): Promise<void> {
    while (true) {
      let isWoken = false
      const woken = new Promise<void>((resolve) => {
        this.#wake = () => {
          isWoken = true
          resolve()
        }
      })
      await this.#write()
      if (this.#waiting.length === 0) await this.#read()
      this.#send()
      if (this.#results.length > 0 || isWoken) continue
      if (this.#sending.size === 0) return
      await Promise.race([woken, ...this.#sending.values()])
    }
  }

  async #write(): Promise<void> {
    while (this.#results.length > 0) {
      const batch = this.#results.slice(0, WRITTEN_AT_ONCE)
      const { isEnabled } = await recordAttempts(this.#options.services, this.#webhook, batch)
      this.#results = this.#results.slice(batch.length)
      if (!isEnabled) this.stop()
    }
  }

  async #read(): Promise<void> {
    if (!this.#isOpen) return
    const { store, clock } = this.#options.services
    const taken = new Set([...this.#sending.keys(), ...this.#results.map(({ deliveryId }) => deliveryId)])
    const due = await store.read(dueDeliveries(this.#webhook.id, clock.now(), READ_AT_ONCE + taken.size))
    if (this.#isOpen) this.#waiting = due.filter(({ id }) => !taken.has(id))
  }

  #send(): void {
    for (const delivery of this.#waiting.splice(0, AT_ONCE - this.#sending.size)) {
      const sending = this.#attempt(delivery).then((result) => {
        this.#sending.delete(delivery.id)
        if (result) this.#results.push(result)
        this.#send()
      })
      this.#sending.set(delivery.id, sending)
    }
  }

  /** Null where the process ends before the endpoint has answered. */
  async #attempt({ id, attempts, body }: DeliveryRow): Promise<AttemptResult | null> {
    const { services, endpoints } = this.#options
    const { url } = this.#webhook
    const [at, startedMs] = [services.clock.now(), services.clock.monotonic()]
    const secrets = signingSecrets(services.secret, this.#webhook, at)
    const answer: EndpointAnswer | null =
      secrets.length === 0
        ? { status: null, error: 'the secret cannot be read: rotate it', answer: null }
        : await endpoints.post({
            url,
            headers: {
              'content-type': 'application/json',
              ...signedHeaders({ id, at, body }, secrets),
            },
            body,
          })
    if (!answer) return null
    const durationMs = Math.round(services.clock.monotonic() - startedMs)
    return { ...answer, deliveryId: id, at, url, durationMs, attemptsBefore: attempts, jitter: Math.random() }
  }
}

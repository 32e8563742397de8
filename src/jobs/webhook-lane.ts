// The lane of one webhook: what is due is sent, a few at a time, and what came of it is written in batches.

import type { Services } from '../domain/services.ts'
import { type AttemptResult, recordAttempts } from '../domain/webhook-results.ts'
import { signingSecrets } from '../domain/webhooks.ts'
import type { EndpointAnswer, Endpoints } from '../lib/webhook-request.ts'
import { signedHeaders } from '../lib/webhook-signature.ts'
import type { DeliveryRow, WebhookRow } from '../store/tables.ts'
import { dueDeliveries } from '../store/webhook-deliveries.ts'

const AT_ONCE = 8
const READ_AT_ONCE = 200
const WRITTEN_AT_ONCE = 200

export type DeliveryServices = Pick<Services, 'store' | 'clock'> & { secret: Buffer }
type LaneOptions = { services: DeliveryServices; endpoints: Endpoints; onTrouble(error: unknown): void }

export class Lane {
  readonly #options: LaneOptions
  #webhook: WebhookRow
  #waiting: DeliveryRow[] = []
  /** Read and not yet written back; the store still has them as pending, so later ones of their objects wait. */
  readonly #taken = new Set<string>()
  #results: AttemptResult[] = []
  readonly #sending = new Set<Promise<void>>()
  #reading: Promise<void> | undefined
  #writing: Promise<void> | undefined
  #isOpen = true

  constructor(webhook: WebhookRow, options: LaneOptions) {
    this.#webhook = webhook
    this.#options = options
  }

  /** Sends what is due, with the webhook as it is now. */
  serve(webhook: WebhookRow): void {
    this.#webhook = webhook
    this.#isOpen = true
    if (this.#results.length > 0) this.#write()
    this.#read()
  }

  /** Begins nothing new. */
  stop(): void {
    this.#isOpen = false
    for (const { id } of this.#waiting.splice(0)) this.#taken.delete(id)
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return !this.#reading && !this.#writing && this.#sending.size + this.#results.length === 0
  }

  /** When what was under way has ended and is written. */
  async settled(): Promise<void> {
    await this.#reading
    await Promise.all(this.#sending)
    await this.#writing
  }

  #read(): void {
    if (!this.#isOpen || this.#reading || this.#waiting.length > 0) return
    this.#reading = this.#readDue()
      .catch(this.#options.onTrouble)
      .finally(() => {
        this.#reading = undefined
        this.#send()
      })
  }

  async #readDue(): Promise<void> {
    const { store, clock } = this.#options.services
    const limit = READ_AT_ONCE + this.#taken.size
    const due = await store.read(dueDeliveries(this.#webhook.id, clock.now(), limit))
    if (!this.#isOpen) return
    for (const delivery of due.filter(({ id }) => !this.#taken.has(id))) {
      this.#taken.add(delivery.id)
      this.#waiting.push(delivery)
    }
  }

  #send(): void {
    while (this.#sending.size < AT_ONCE) {
      const delivery = this.#waiting.shift()
      if (!delivery) return
      const sending: Promise<void> = this.#attempt(delivery).then((result) => {
        this.#sending.delete(sending)
        if (!result) return
        this.#results.push(result)
        this.#write()
        this.#send()
      })
      this.#sending.add(sending)
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

  /** What ends while a batch is being written goes with the next one. */
  #write(): void {
    this.#writing ??= this.#writeAll()
      .catch(this.#options.onTrouble)
      .finally(() => {
        this.#writing = undefined
        this.#read()
      })
  }

  async #writeAll(): Promise<void> {
    while (this.#results.length > 0) {
      const batch = this.#results.slice(0, WRITTEN_AT_ONCE)
      const { isEnabled } = await recordAttempts(this.#options.services, this.#webhook, batch)
      // What is being read may still have them as pending.
      await this.#reading
      this.#results = this.#results.slice(batch.length)
      for (const { deliveryId } of batch) this.#taken.delete(deliveryId)
      if (!isEnabled) this.stop()
    }
  }
}

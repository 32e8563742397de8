// The delivery worker of one webhook: sends due deliveries, a few at a time, and records the results in batches.
import type { Services } from '../../../kernel/changes/services.ts'
import { signedHeaders } from '../../../kernel/lib/web/webhook-signatures.ts'
import type { Lease } from '../../../kernel/store/leader-election.ts'
import { MAX_CONCURRENT_REQUESTS } from '../limits.ts'
import { signingSecrets } from '../secrets/signing-secrets.ts'
import { webhookById } from '../store.ts'
import type { DeliveryRow, WebhookRow } from '../tables.ts'
import { dueDeliveries } from './deliveries-store.ts'
import { type AttemptResult, recordAttempts } from './delivery-attempts.ts'
import type { EndpointResult, Endpoints } from './requests.ts'

const READ_BATCH_SIZE = 200
const WRITE_BATCH_SIZE = 200

export type DeliveryServices = Pick<Services, 'store' | 'clock'> & { secret: Buffer }
type WorkerOptions = { services: DeliveryServices; endpoints: Endpoints; onError(error: unknown): void }

export class DeliveryWorker {
  readonly #options: WorkerOptions
  #webhook: WebhookRow
  #lease: Lease
  #waiting: DeliveryRow[] = []
  /** Requests in flight, by delivery ID. */
  readonly #sending = new Map<string, Promise<void>>()
  /** Results that are not written yet. Their deliveries are still pending in the store. */
  #results: AttemptResult[] = []
  #running: Promise<void> | undefined
  #wake: () => void = () => {}
  #isOpen = true

  constructor(webhook: WebhookRow, lease: Lease, options: WorkerOptions) {
    this.#webhook = webhook
    this.#lease = lease
    this.#options = options
  }

  /** Sends due deliveries with the current settings of the webhook, as long as the lease is current. */
  serve(webhook: WebhookRow, lease: Lease): void {
    // A worker that read deliveries in the meantime has a newer one.
    if (webhook.version >= this.#webhook.version) this.#webhook = webhook
    this.#lease = lease
    this.#isOpen = true
    this.#wake()
    this.#running ??= this.#run()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Starts no new requests. */
  stop(): void {
    this.#isOpen = false
    this.#waiting = []
  }

  /** Whether nothing is left to send or write. */
  get isIdle(): boolean {
    return !this.#running && this.#sending.size + this.#results.length === 0
  }

  /** Resolves when all requests in flight have ended and their results are written. */
  async finish(): Promise<void> {
    await this.#running
    await Promise.all(this.#sending.values())
  }

  /**
   * Runs until nothing is due. If the store fails, requests in flight continue, and the next run writes their results.
   */
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
      const batch = this.#results.slice(0, WRITE_BATCH_SIZE)
      const { isEnabled } = await recordAttempts(this.#options.services, this.#webhook, batch)
      this.#results = this.#results.slice(batch.length)
      if (!isEnabled) this.stop()
    }
  }

  async #read(): Promise<void> {
    if (!this.#isOpen) return
    const { store, clock } = this.#options.services
    const taken = new Set([...this.#sending.keys(), ...this.#results.map(({ deliveryId }) => deliveryId)])
    const { platformId, id } = this.#webhook
    const due = await store.read(
      dueDeliveries({ webhookId: id, now: clock.now(), limit: READ_BATCH_SIZE + taken.size }),
    )
    const waiting = due.filter((one) => !taken.has(one.id))
    if (waiting.length === 0) return
    // Read after the deliveries, because events after a rotation are signed with the new secret.
    const webhook = await store.read(webhookById({ platformId, id }))
    if (!webhook?.enabled || !this.#isOpen) return this.stop()
    this.#webhook = webhook
    this.#waiting = waiting
  }

  #send(): void {
    if (!this.#lease.isCurrent()) this.stop()
    for (const delivery of this.#waiting.splice(0, MAX_CONCURRENT_REQUESTS - this.#sending.size)) {
      const sending = this.#attempt(delivery).then((result) => {
        this.#sending.delete(delivery.id)
        if (result) this.#results.push(result)
        this.#send()
      })
      this.#sending.set(delivery.id, sending)
    }
  }

  /** Null if the process shuts down before the endpoint answers. */
  async #attempt({ id, attempts, body }: DeliveryRow): Promise<AttemptResult | null> {
    const { services, endpoints } = this.#options
    const { url } = this.#webhook
    const { token } = this.#lease
    const [at, startedMs] = [services.clock.now(), services.clock.monotonic()]
    const secrets = signingSecrets(services.secret, this.#webhook, at)
    const answer: EndpointResult | null =
      secrets.length === 0
        ? { status: null, error: 'the signing secret cannot be decrypted: rotate it', answer: null }
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
    return {
      ...answer,
      deliveryId: id,
      at,
      url,
      durationMs,
      token,
      attemptsBefore: attempts,
      jitter: Math.random(),
    }
  }
}

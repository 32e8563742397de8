// Collects the heartbeats of open pages and writes them to the store in batches, every two seconds.

import type { Services } from '../../kernel/changes/services.ts'
import { type Heartbeat, recordHeartbeats } from './attendance.ts'

const FLUSH_MS = 2_000
/** Heartbeats of a viewer within this time count as one. */
const MERGED_MS = 5_000
/** Keeps other changes from waiting longer than one batch takes. */
const BATCH = 250
/** Maximum number of waiting heartbeats while the store cannot be reached: several minutes of 10,000 viewers. */
const MAX_WAITING = 50_000

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** Called when a batch could not be written, and then again only after one has succeeded. */
  onError(error: unknown): void
}

export class Heartbeats {
  readonly #services: Options['services']
  readonly #onError: Options['onError']
  readonly #stop: () => void
  #waiting: Heartbeat[] = []
  /** The last waiting heartbeat of each viewer. */
  #last = new Map<string, Heartbeat>()
  #writing: Promise<void> | undefined
  #isFailing = false

  constructor({ services, onError }: Options) {
    this.#services = services
    this.#onError = onError
    this.#stop = services.clock.every(FLUSH_MS, () => void (this.#writing ?? this.flush()))
  }

  /** A page of a talk is visible to a viewer now. */
  add(viewer: Omit<Heartbeat, 'at'>): void {
    const at = this.#services.clock.now()
    const key = `${viewer.talkId} ${viewer.viewer}`
    const last = this.#last.get(key)
    if (last && at - last.at < MERGED_MS) {
      const { modes, canEarn, watchedTo } = viewer
      Object.assign(last, { at, modes, canEarn, watchedTo: watchedTo ?? last.watchedTo })
      return
    }
    if (this.#waiting.length >= MAX_WAITING) return
    const heartbeat = { ...viewer, at }
    this.#last.set(key, heartbeat)
    this.#waiting.push(heartbeat)
  }

  /** Writes all waiting heartbeats. */
  async flush(): Promise<void> {
    // Writes run one after another, because a viewer's heartbeats must be written in order.
    if (this.#writing) await this.#writing
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  /** Writes the remaining heartbeats and stops. */
  close(): Promise<void> {
    this.#stop()
    return this.flush()
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#last = new Map()
    let written = 0
    try {
      for (; written < waiting.length; written += BATCH)
        await recordHeartbeats(this.#services, waiting.slice(written, written + BATCH))
      this.#isFailing = false
    } catch (error) {
      this.#waiting = [...waiting.slice(written), ...this.#waiting].slice(0, MAX_WAITING)
      if (!this.#isFailing) this.#onError(error)
      this.#isFailing = true
    }
  }
}

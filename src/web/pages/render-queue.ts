// Renders public pages one at a time, so that other requests are answered in between.
import { setImmediate as pass } from 'node:timers/promises'
import { Refusal } from '../../domain/changes/errors.ts'

/** Further requests would wait for seconds. */
const MAX_WAITING = 200
const RETRY_SECONDS = 5

export class RenderQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Throws `unavailable` if too many are waiting. */
  async run<T>(render: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    this.#waiting += 1
    const rendered = this.#last.then(render).finally(() => {
      this.#waiting -= 1
    })
    this.#last = rendered.then(
      () => pass(),
      () => pass(),
    )
    return rendered
  }
}

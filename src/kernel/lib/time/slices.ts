// Slices of work: long work pauses often enough that other requests do not have to wait for it.
import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 2

/** The end of the queue. Each turn of the event loop runs one slice, in order of arrival. */
let lastTurn: Promise<unknown> = Promise.resolve()

/** The work of one request. */
export class SlicedWork {
  #startedMs = performance.now()

  /** Whether it is time to call `pause`. */
  get isDue(): boolean {
    return performance.now() - this.#startedMs > SLICE_MS
  }

  /** Lets other requests run. */
  async pause(): Promise<void> {
    lastTurn = lastTurn.then(() => nextTurn())
    await lastTurn
    this.#startedMs = performance.now()
  }
}

/** The results for the items, in order. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const work = new SlicedWork()
  const results: R[] = []
  for (const [index, item] of items.entries()) {
    if (work.isDue) await work.pause()
    results.push(map(item, index))
  }
  return results
}

// Slices of work: long work pauses often enough that other requests do not wait for it.
import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 2

/** The end of the queue. One slice of all long work runs in each turn of the event loop, in the order of their arrival. */
let lastTurn: Promise<unknown> = Promise.resolve()

/** The work of one request. */
export class SlicedWork {
  #startedMs = performance.now()

  /** Whether it is time to call `pause`. */
  get isDue(): boolean {
    return performance.now() - this.#startedMs > SLICE_MS
  }

  /** Lets other requests continue. */
  async pause(): Promise<void> {
    lastTurn = lastTurn.then(() => nextTurn())
    await lastTurn
    this.#startedMs = performance.now()
  }
}

/** The results for the items, in their order. */
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

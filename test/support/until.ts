// Waiting for a condition by polling, never by a fixed sleep.
import { setTimeout as sleep } from 'node:timers/promises'

/** Polls without a pause would take the CPU from the awaited work and from other tests. */
const INTERVAL_MS = 10

/** Only hanging work takes this long. Tests of faults, which measure time, may have less. */
const LIMIT_MS = 60_000

/** Polls until `isDone`. Fails with the last value if it hangs. */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  withinMs = LIMIT_MS,
): Promise<T> {
  const startedMs = performance.now()
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (performance.now() - startedMs > withinMs) {
      throw new Error(`not done within ${withinMs} ms; the last answer: ${JSON.stringify(answer)}`)
    }
    await sleep(INTERVAL_MS)
  }
}

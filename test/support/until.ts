// Waiting for a condition by polling, never by a fixed sleep.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Polls until `isDone`. Fails with the last value if that takes too long. */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  withinMs = 10_000,
): Promise<T> {
  const startedMs = performance.now()
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    if (performance.now() - startedMs > withinMs) {
      throw new Error(`not done within ${withinMs} ms; the last answer: ${JSON.stringify(answer)}`)
    }
    // Lets a server in this process continue, even if the value is available immediately.
    await nextTurn()
  }
}

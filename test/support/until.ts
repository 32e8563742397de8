// Waiting for what happens by itself: by asking again, never by sleeping.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Asks until `isDone`; fails with the last answer where that takes longer. */
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
    // A server in this process has to get on, also where the question is answered at once.
    await nextTurn()
  }
}

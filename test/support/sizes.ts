// How much of a test runs: `npm test` plays long journeys once, `npm run test:full` on every screen, and
// `npm run test:faults` runs endurance tests at full size.
import { expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isFull: boolean
    isSoak: boolean
  }
}

/** Both sizes make the same assertions. The full one gives rare interleavings more chances. */
export const sized = <T>({ small, full }: { small: T; full: T }): T => (inject('isSoak') ? full : small)

/**
 * Limits of time and memory hold on a quiet machine, so they are only checked at full size, where nothing else runs.
 */
export function expectWithin(measured: number, limit: number): void {
  if (inject('isSoak')) expect(measured).toBeLessThanOrEqual(limit)
}

/** The first variant of a journey in `npm test`, all of them in `npm run test:full`. */
export const variants = <T>(all: readonly T[]): readonly T[] => (inject('isFull') ? all : all.slice(0, 1))

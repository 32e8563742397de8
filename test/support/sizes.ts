// The size of an endurance test: small in `npm run test:full`, full in `npm run test:faults`.
import { expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
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

// How much of a test runs: it is quick in `npm test`, small in `npm run test:full`, and at full size in
// `npm run test:faults`.
import { expect, inject } from 'vitest'

type Size = 'quick' | 'small' | 'full'

declare module 'vitest' {
  interface ProvidedContext {
    size: Size
  }
}

type Sizes<T> = { quick?: T; small: T; full?: T }

/**
 * The value for this run. All sizes make the same assertions; larger ones give rare interleavings more chances. Without
 * another value, the small one is used.
 */
export const sized = <T>({ small, ...others }: Sizes<T>): T => ({ small, ...others })[size()] ?? small

/** The first variant of a test in `npm test`, all of them in the others. */
export const variants = <T>(all: readonly T[]): readonly T[] => (size() === 'quick' ? all.slice(0, 1) : all)

/**
 * Limits of time and memory hold on a quiet machine, so they are only checked at full size, where nothing else runs.
 */
export function expectWithin(measured: number, limit: number): void {
  if (size() === 'full') expect(measured).toBeLessThanOrEqual(limit)
}

const size = () => inject('size')

// The size of an endurance test: small in every run, full in `npm run test:soak`.
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isSoak: boolean
  }
}

/** Both sizes assert the same. The full one gives rare interleavings more chances. */
export const sized = <T>({ small, full }: { small: T; full: T }): T => (inject('isSoak') ? full : small)

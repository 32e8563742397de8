// Faults and attacks at full size, one at a time, with a table of the results; `npm test` runs the same files small.
import { defineConfig } from 'vitest/config'
import { stores, suiteOptions } from './vitest.config.ts'

export default defineConfig({
  test: {
    ...suiteOptions,
    reporters: ['default', './test/support/fault-table.ts'],
    provide: { isSoak: true },
    // They measure time and memory: nothing runs beside them.
    maxWorkers: 1,
    retry: 0,
    testTimeout: 900_000,
    projects: [
      { extends: true, test: { name: 'once', include: ['test/faults/*.test.ts'] } },
      ...stores.map((store) => ({
        extends: true as const,
        test: { name: store, include: ['test/faults/stores/*.test.ts'], provide: { store } },
      })),
    ],
  },
})

// Endurance tests at full size, one at a time; `npm test` runs the same files small.
import { defineConfig } from 'vitest/config'
import { stores, suiteOptions } from './vitest.config.ts'

const once = ['test/process/{programme-load,web-speed}.test.ts']
const onStores = ['test/process/{batch-memory,webhooks}.test.ts', 'test/api/webhooks/change-feed.test.ts']

export default defineConfig({
  test: {
    ...suiteOptions,
    provide: { isSoak: true },
    // They measure time and memory: nothing runs beside them.
    maxWorkers: 1,
    retry: 0,
    testTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'soak', include: once } },
      ...stores.map((store) => ({
        extends: true as const,
        test: { name: `soak on ${store}`, include: onStores, provide: { store } },
      })),
    ],
  },
})

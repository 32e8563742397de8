// Faults, attacks, and endurance at full size, one file at a time, with a table of the results (`npm run test:faults`).
// `npm run test:full` runs the same files small.
import { defineConfig } from 'vitest/config'
import { files, isPostgresUp, onStore, suiteOptions } from './vitest.config.ts'

const onStores = [
  files.faultsOnStores,
  'test/process/webhooks.api.test.ts',
  'src/features/webhooks/change-feed/change-feed.stores.test.ts',
]

export default defineConfig({
  test: {
    ...suiteOptions,
    reporters: ['default', './test/support/fault-table.ts'],
    provide: { size: 'full' },
    // They measure time and memory: nothing runs beside them.
    maxWorkers: 1,
    testTimeout: 900_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'once',
          include: [files.faults],
          provide: { store: 'sqlite' },
        },
      },
      onStore('sqlite', { include: onStores }),
      ...(isPostgresUp ? [onStore('postgres', { include: onStores })] : []),
    ],
  },
})

// Suites: `unit` once, `sqlite` and `postgres` the same files on each store, `browser` in Chromium on both.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { hasBrowser } from './test/support/browser.ts'
import { hasPostgres, POSTGRES_URL, type StoreKind } from './test/support/stores.ts'

// Threads and processes that a test starts reuse what an earlier one has compiled.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile')

const inBrowser = 'test/browser/**/*.test.ts'
const onStores = [
  'test/{api,web}/**/*.test.ts',
  'test/process/{cli,push,batch-memory,costs,query-costs,webhooks}.test.ts',
  'test/faults/stores/*.test.ts',
]
const isPostgresUp = await hasPostgres()
if (!isPostgresUp) {
  const notice = `PostgreSQL does not answer at ${POSTGRES_URL}`
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its suite.`)
  process.stderr.write(`\n${notice}: the suite on PostgreSQL is SKIPPED.\n\n`)
}

if (!hasBrowser && process.env.REQUIRE_SERVICES === '1')
  throw new Error('There is no Chromium, and REQUIRE_SERVICES=1 wants its suite.')
export const stores: StoreKind[] = isPostgresUp ? ['sqlite', 'postgres'] : ['sqlite']

const suite = (name: 'sqlite' | 'postgres') => ({
  extends: true as const,
  test: { name, include: onStores, provide: { store: name } },
})

const browserSuite = {
  extends: true as const,
  test: { name: 'browser', include: [inBrowser], provide: { stores }, testTimeout: 400_000 },
}

export const suiteOptions = {
  reporters: process.env.CI ? ['default', ['json', { outputFile: '.test-results.json' }]] : ['default'],
  globalSetup: 'test/support/global-setup.ts',
  // A machine that others use can stall one test; what fails twice has failed.
  retry: process.env.CI ? 1 : 0,
  // Tests also wait: a machine of two cores is busy with three files at a time, and slower with four.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  testTimeout: 120_000,
  hookTimeout: 120_000,
} satisfies ViteUserConfig['test']

export default defineConfig({
  test: {
    ...suiteOptions,
    // Files of a worker share its modules, servers, and browser, which cost more to start than most files to run.
    isolate: false,
    provide: { isSoak: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...onStores, inBrowser, 'test/generators/**'],
        },
      },
      suite('sqlite'),
      ...(isPostgresUp ? [suite('postgres')] : []),
      ...(hasBrowser ? [browserSuite] : []),
    ],
  },
})

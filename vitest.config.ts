// What every change must pass (`npm test`). The suffix of a file says where it runs: `.api.test.ts` and `.page.test.ts` on
// SQLite, `.stores.test.ts` on both stores, `.browser.test.ts` in a browser, others without a store of their own, and those
// with `.full` only in `npm run test:full` (vitest.full.config.ts).
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { hasBrowser, LIGHT_CHROMIUM } from './test/support/browser.ts'
import { hasPostgres, POSTGRES_URL } from './test/support/stores.ts'

// Threads and processes that a test starts reuse what an earlier one has compiled.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile')

export const files = {
  all: '{src,test}/**/*.test.ts',
  full: '{src,test}/**/*.full.test.ts',
  stores: '{src,test}/**/*.stores.test.ts',
  browser: '{src,test}/**/*.{browser,browser.full}.test.ts',
  /** Cameras and microphones of browsers, which a busy machine would not keep up with. They run after all others. */
  rooms: 'src/features/video/room/room*.{browser,browser.full}.test.ts',
  faults: 'test/faults/*.test.ts',
  faultsOnStores: 'test/faults/stores/*.test.ts',
  /** Only limits of time and memory, which need a machine that does nothing else. */
  limits: 'test/faults/**/*.limits.test.ts',
  /** These ask for a server or a program on the store of their project. */
  onStore: '{src,test}/**/*.{api,page,stores,stores.full}.test.ts',
}

export const isPostgresUp = await hasPostgres()
requireService(isPostgresUp, `PostgreSQL does not answer at ${POSTGRES_URL}`)
requireService(hasBrowser, 'There is no Chromium')

export const suiteOptions = {
  // CI reads the results (`.ci/run`).
  reporters: process.env.CI ? ['default', ['json', { outputFile: '.test-results.json' }]] : ['default'],
  globalSetup: 'test/support/global-setup.ts',
  // Node loads the modules itself, as it does in production. With Vite, a folder of page tests takes 30 % more processor time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', new URL('scripts/dev/load-source.ts', import.meta.url).href],
  // Files of a worker share its modules, servers, and browser, which cost more to start than most files to run.
  isolate: false,
  // Tests also wait: a machine of two cores is busy with three files at a time, and slower with four.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // They end what hangs. A busy machine needs more than the default.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  provide: { size: 'quick' as const },
} satisfies ViteUserConfig['test']

type Files = { include: string[]; exclude?: string[] }

/** A project whose tests get `store`. */
export const onStore = (name: 'sqlite' | 'postgres', { include, exclude = [] }: Files) => ({
  extends: true as const,
  test: { name, include, exclude, provide: { store: name } },
})

const inBrowser = (name: string, { include, exclude = [] }: Files) => ({
  extends: true as const,
  test: {
    ...{ name, include, exclude },
    provide: { store: 'sqlite' as const, stores: ['sqlite' as const] },
    testTimeout: 400_000,
  },
})

/** The projects whose tests have a browser. */
export const browserProjects = ({ exclude = [] }: { exclude?: string[] } = {}) => {
  const rooms = inBrowser('rooms', { include: [files.rooms], exclude })
  return [
    inBrowser('browser', { include: [files.browser], exclude: [files.rooms, ...exclude] }),
    { ...rooms, test: { ...rooms.test, maxWorkers: 1, sequence: { groupOrder: 1 } } },
  ]
}

const { all, full, stores, browser, faults, faultsOnStores } = files

export default defineConfig({
  test: {
    ...suiteOptions,
    // The other configurations use the browser that people have.
    env: process.env.TEST_CHROMIUM || !existsSync(LIGHT_CHROMIUM) ? {} : { TEST_CHROMIUM: LIGHT_CHROMIUM },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [all],
          exclude: [files.onStore, browser, full, faults, faultsOnStores],
        },
      },
      onStore('sqlite', { include: [files.onStore], exclude: [full] }),
      ...(isPostgresUp ? [onStore('postgres', { include: [stores] })] : []),
      ...(hasBrowser ? browserProjects({ exclude: [full] }) : []),
    ],
  },
})

/** Says that tests are skipped, or fails where none may be. */
function requireService(isThere: boolean, missing: string): void {
  if (isThere) return
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${missing}, and REQUIRE_SERVICES=1 wants its tests.`)
  process.stderr.write(`\n${missing}: its tests are SKIPPED.\n\n`)
}

// Everything (`npm run test:full`): all files of the API and the pages on both stores, all pages in all modes, faults in
// their small size, and clients of other generators.
import { defineConfig } from 'vitest/config'
import { hasBrowser } from './test/support/browser.ts'
import { browserProjects, files, isPostgresUp, onStore, suiteOptions } from './vitest.config.ts'

const onStores = [files.onStore, files.faultsOnStores]

export default defineConfig({
  test: {
    ...suiteOptions,
    provide: { size: 'small' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [files.all],
          exclude: [...onStores, files.browser, files.limits],
          provide: { store: 'sqlite' },
        },
      },
      onStore('sqlite', { include: onStores, exclude: [files.limits] }),
      ...(isPostgresUp ? [onStore('postgres', { include: onStores, exclude: [files.limits] })] : []),
      ...(hasBrowser ? browserProjects() : []),
    ],
  },
})

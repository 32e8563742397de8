// Clients of other generators, which are installed for it: not part of `npm test`, because it downloads packages.
import { defineConfig } from 'vitest/config'
import { suiteOptions } from './vitest.config.ts'

export default defineConfig({
  test: {
    ...suiteOptions,
    include: ['test/generators/*.test.ts'],
    provide: { store: 'sqlite' },
  },
})

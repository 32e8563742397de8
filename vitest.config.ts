// Suites: `unit` once, `sqlite` and `postgres` the same files on each store.
import pg from 'pg'
import { defineConfig } from 'vitest/config'
import { POSTGRES_URL } from './test/support/stores.ts'

const onStores = ['test/api/**/*.test.ts', 'test/process/{cli,kill,push}.test.ts']
const hasPostgres = await answers()
if (!hasPostgres) {
  const notice = `PostgreSQL does not answer at ${POSTGRES_URL}`
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its suite.`)
  process.stderr.write(`\n${notice}: the suite on PostgreSQL is SKIPPED.\n\n`)
}

const suite = (name: 'sqlite' | 'postgres') => ({
  extends: true as const,
  test: { name, include: onStores, provide: { store: name } },
})

export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.test-results.json' }]] : ['default'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: onStores } },
      suite('sqlite'),
      ...(hasPostgres ? [suite('postgres')] : []),
    ],
  },
})

async function answers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

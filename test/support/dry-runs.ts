// Dry runs: objects to run them on, and the content of the store that must not change.
import type { Reader } from '../../src/kernel/store/store.ts'
import { createUserWithRole } from './accounts.ts'
import { JoblessClock } from './api.ts'
import { attendee, sponsor, talk } from './bodies.ts'
import { readRaw, readTables } from './raw-store.ts'
import { put, type Tenant } from './scenarios.ts'

type Content = {
  /** The rows that the store has lost (-) and gained (+) since. */
  changes(): Promise<string[]>
}

/**
 * Everything in the store that a change could affect. Needs a server without jobs, because they would change it, too.
 */
export async function readContent({ api }: Tenant): Promise<Content> {
  if (!(api.clock instanceof JoblessClock)) throw new Error('Use a server without jobs.')
  const { store } = api.installation
  const before = await readRows(store)
  return {
    changes: async () => {
      const after = await readRows(store)
      return [
        ...[...before].filter((row) => !after.has(row)).map((row) => `- ${row}`),
        ...[...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`),
      ]
    },
  }
}

/** Every row as text, except the use of API keys, which every request records. */
async function readRows(store: Reader): Promise<Set<string>> {
  const sequences = await readRaw(store, 'test.sequences', {
    sqlite: "select seq from sqlite_sequence where name = 'events'",
    postgres: 'select last_value, is_called from events_seq_seq',
  })
  const tables = Object.entries({ ...(await readTables(store)), sequences })
  // Texts are added to the index of the search some time after the change.
  const isIndex = (table: string) => /_texts_(pending|index|grams)$/.test(table)
  return new Set(
    tables
      .filter(([table]) => !isIndex(table))
      .flatMap(([table, rows]) =>
        rows.map(({ last_used_at: _used, ...row }) => `${table} ${JSON.stringify(row)}`),
      ),
  )
}

/** A talk, a sponsor, an account, and an admin. */
export async function createObjects(tenant: Tenant): Promise<void> {
  await put(tenant, '/talks/ext:t', talk({ track: 'Old', tags: ['a'] }))
  await put(tenant, '/sponsors/ext:s', sponsor())
  await put(tenant, '/users/ext:u', attendee('uma'))
  await createUserWithRole(tenant, 'admin', attendee('adm', { externalId: 'admin' }))
}

// Dry runs: objects to run them on, and the content of the store that they must not change.
import { createUserWithRole } from './accounts.ts'
import { JoblessClock } from './api.ts'
import { attendee, sponsor, talk } from './bodies.ts'
import { readRaw, readTables } from './raw-store.ts'
import { put, type Tenant } from './scenarios.ts'

/** Everything in the store that a change could affect, on a server without jobs: they would change it, too. */
export async function readContent({ api }: Tenant): Promise<unknown> {
  if (!(api.clock instanceof JoblessClock)) throw new Error('Use a server without jobs.')
  const { api_keys: keys = [], ...content } = await readTables(api.installation.store)
  const sequences = await readRaw(api.installation.store, 'test.sequences', {
    sqlite: "select seq from sqlite_sequence where name = 'events'",
    postgres: 'select last_value, is_called from events_seq_seq',
  })
  return { content, sequences, keys: keys.map(({ last_used_at: _used, ...key }) => key) }
}

/** A talk, a sponsor, an account, and an admin. */
export async function createObjects(tenant: Tenant): Promise<void> {
  await put(tenant, '/talks/ext:t', talk({ track: 'Old', tags: ['a'] }))
  await put(tenant, '/sponsors/ext:s', sponsor())
  await put(tenant, '/users/ext:u', attendee('uma'))
  await createUserWithRole(tenant, 'admin', attendee('adm', { externalId: 'admin' }))
}

// What a store is asked while something is done.

import type { Query } from '../../src/store/sql/statements.ts'
import type { Reader } from '../../src/store/store.ts'

/** What jobs ask at times of their own. */
const OF_JOBS = new Set(['webhooks.enabled', 'webhooks.behind', 'webhooks.next_events'])

/** The names of the statements by which `store` is read during a call, without those of jobs. */
export async function recordReads(store: Reader, call: () => Promise<unknown>): Promise<string[]> {
  const { read } = store
  const names: string[] = []
  store.read = <T>(query: Query<T>) => {
    names.push(query.statement.name)
    return read.call(store, query) as Promise<T>
  }
  try {
    await call()
  } finally {
    store.read = read
  }
  return names.filter((name) => !OF_JOBS.has(name))
}

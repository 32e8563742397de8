// Counts the trips of a call to the store.
import type { Query } from '../../src/kernel/store/sql/statements.ts'
import type { Reader, Store } from '../../src/kernel/store/store.ts'

/** The statements that background jobs run. */
const OF_JOBS = new Set([
  ...['webhooks.enabled', 'webhooks.behind', 'webhooks.next_events'],
  ...['surveys.waiting', 'survey_tallies.changed', 'attendances.ended_platforms'],
  ...['talks.recordable', 'talks.streamed', 'recordings.ended', 'recordings.removed'],
  ...['users.platforms_with_waiting_list'],
])

type Recording = { marksCommits?: boolean }

/**
 * The queries of a call, without those of jobs. With `marksCommits: false`, SQLite reads the version of the platform
 * each time, like PostgreSQL, and not only after a commit, such as one by a job.
 */
export async function recordQueries(
  store: Reader,
  call: () => Promise<unknown>,
  { marksCommits = false }: Recording = {},
): Promise<Query<unknown>[]> {
  const { read, commitMark } = store
  const queries: Query<unknown>[] = []
  if (!marksCommits) store.commitMark = () => undefined
  store.read = <T>(query: Query<T>) => {
    queries.push(query)
    return read.call(store, query) as Promise<T>
  }
  try {
    await call()
  } finally {
    store.read = read
    store.commitMark = commitMark
  }
  return queries.filter(({ statement }) => !OF_JOBS.has(statement.name))
}

/** The names of these queries. */
export async function recordReads(
  store: Reader,
  call: () => Promise<unknown>,
  recording: Recording = {},
): Promise<string[]> {
  const queries = await recordQueries(store, call, recording)
  return queries.map(({ statement }) => statement.name)
}

/** Counts the reads with one statement, including those of jobs, until it is disposed of. */
export function countReads(store: Reader, name: string): { count(): number } & Disposable {
  const { read } = store
  let count = 0
  store.read = <T>(query: Query<T>) => {
    if (query.statement.name === name) count += 1
    return read.call(store, query) as Promise<T>
  }
  return {
    count: () => count,
    [Symbol.dispose]: () => {
      store.read = read
    },
  }
}

/** The transactions of a call, each as the names of its operations, without those of jobs. */
export async function recordTransactions(store: Store, call: () => Promise<unknown>): Promise<string[]> {
  const { execute } = store
  const names: string[] = []
  store.execute = (ctx, transaction) => {
    // Jobs change the store as the system, requests as their API key.
    if (ctx.actor.kind === 'api_key')
      names.push(transaction.commands.map(({ operation }) => operation.name).join(' '))
    return execute.call(store, ctx, transaction) as ReturnType<typeof execute<never>>
  }
  try {
    await call()
  } finally {
    store.execute = execute
  }
  return names
}

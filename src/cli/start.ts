// Starting next to services that are not ready yet: waits while the store cannot be reached for a temporary reason.
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../kernel/store/store.ts'

const RETRY_MS = 500

// SQLite: BUSY, IOERR, FULL (sqlite.org/rescode.html).
const PASSING_SQLITE = new Set([5, 10, 13])
// PostgreSQL: connection failures, insufficient resources, starting up or shutting down, a standby or an unfinished
// recovery (postgresql.org/docs/15/errcodes-appendix.html). Node: the network or the name server is not available yet.
const PASSING_CODE =
  /^(08|53|57P)|^25006$|^E(CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE|AI_AGAIN)$/
const PASSING_MESSAGE = /timeout|timed out|terminated|connection ended/i

type Options = { seconds: number; onWait(error: StoreUnavailable): void }

/**
 * Tries until `seconds` have passed. `onWait` gets the first error. Throws the last error, or the first one that is not
 * temporary.
 */
export async function retryWhileUnavailable<T>(
  attempt: () => Promise<T>,
  { seconds, onWait }: Options,
): Promise<T> {
  const endMs = performance.now() + seconds * 1000
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StoreUnavailable && mayPass(error)) || performance.now() >= endMs) throw error
      if (!hasWaited) onWait(error)
      await sleep(RETRY_MS)
    }
  }
}

/** One line with the setting that selects the store, and the cause. */
export function describeUnavailable({ message, cause }: StoreUnavailable): string {
  const setting = process.env.LECTERN_DATABASE_URL ? 'LECTERN_DATABASE_URL' : 'LECTERN_DATA_DIR'
  // Messages of the store about its state, such as a newer version, are complete.
  const isService = cause instanceof Error && ('code' in cause || PASSING_MESSAGE.test(cause.message))
  const reason = isService ? cause.message.split('\n', 1)[0] : ''
  return `${setting}: ${message}${reason && !message.includes(reason) ? ` ${reason}` : ''}`
}

function mayPass({ cause }: StoreUnavailable): boolean {
  if (!(cause instanceof Error)) return true
  if ('errcode' in cause) return PASSING_SQLITE.has(Number(cause.errcode) & 0xff)
  if ('code' in cause && cause.code !== undefined) return PASSING_CODE.test(String(cause.code))
  return PASSING_MESSAGE.test(cause.message)
}

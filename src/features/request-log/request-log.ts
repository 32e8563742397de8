// The request log: recent requests to the External API, and the number of requests per hour.

import { execute } from '../../kernel/changes/commands.ts'
import { allPages, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { systemCaller } from '../../kernel/changes/services.ts'
import { HOUR_MS } from '../../kernel/lib/time/units.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { HOURS_SHOWN, MAX_KEPT } from './limits.ts'
import {
  type LoggedRequest,
  listRequests,
  type RequestFilter,
  requestById,
  requestCountsSince,
  writeRequests,
} from './store.ts'
import type { RequestCountRow, RequestLogRow } from './tables.ts'

/**
 * A request whose response was sent. `body` is the parsed body. `response` is the value that the response body was made
 * from; undefined if there was none.
 */
export type EndedRequest = Omit<RequestLogRow, 'body' | 'response' | 'at'> & {
  body: unknown
  response: unknown
}

export type RequestBatch = { rows: RequestLogRow[]; counts: RequestCountRow[] }

/** There is no change event, because a request in the log is not a change of the platform. */
export const logRequestsOperation: Operation<object, RequestBatch, null> = {
  name: 'logRequests',
  load: () => ({}),
  decide: (_state, _ctx, { rows, counts }) => ({
    writes: writeRequests(rows, counts, MAX_KEPT),
    events: [],
    answer: null,
  }),
}

/** Adds a batch of requests of any platform. The installation keeps the latest 100,000. */
export const logRequests = (services: Pick<Services, 'store' | 'clock'>, batch: RequestBatch) =>
  execute(services, systemCaller(), logRequestsOperation, batch)

/** The first millisecond of the hour, in UTC. */
export const hourOf = (instant: number): number => instant - (instant % HOUR_MS)

/** A page of the log, newest first; `next` leads to older ones. Throws 422 for an invalid cursor. */
export async function listLoggedRequests(
  { store }: Services,
  { platform }: Caller,
  filter: RequestFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ requests: LoggedRequest[]; next: string | null }> {
  const [before] = readCursor(cursor, ['number']) ?? []
  const page = { before: before === undefined ? null : Number(before), limit: limit + 1 }
  const rows = await store.read(listRequests(platform.id, filter, page))
  const { rows: requests, next } = pageOf(rows, limit, ({ seq }) => [seq])
  return { requests, next }
}

/** All requests of the log, newest first, read page by page as they are consumed. */
export const allLoggedRequests = (
  { store }: Services,
  { platform }: Caller,
  filter: RequestFilter,
): AsyncIterable<LoggedRequest[]> =>
  allPages(
    (last, limit) => store.read(listRequests(platform.id, filter, { before: last?.seq ?? null, limit })),
    (row: LoggedRequest) => row,
  )

export const readLoggedRequest = ({ store }: Services, { platform }: Caller, id: string) =>
  store.read(requestById({ platformId: platform.id, id }))

/** The requests of one hour; `refused` by status 4xx, `failed` by 5xx. */
export type Traffic = { hour: number; requests: number; refused: number; failed: number }
export type RecentTraffic = {
  /** The last 24 hours, oldest first, including the current one and hours without requests. */
  hours: Traffic[]
  byKey: ReadonlyMap<string, number>
  /** Requests that arrived too fast to be logged individually. */
  unlogged: number
}

/** The requests to the platform in the last 24 hours. */
export async function readRecentTraffic(
  { store, clock }: Services,
  { platform }: Caller,
): Promise<RecentTraffic> {
  const first = hourOf(clock.now()) - (HOURS_SHOWN - 1) * HOUR_MS
  const counts = await store.read(requestCountsSince({ platformId: platform.id, since: first }))
  const hours = Array.from({ length: HOURS_SHOWN }, (_, index) => ({
    hour: first + index * HOUR_MS,
    requests: 0,
    refused: 0,
    failed: 0,
  }))
  const byKey = new Map<string, number>()
  let unlogged = 0
  for (const count of counts) {
    const traffic = hours[(count.hour - first) / HOUR_MS]
    if (traffic) {
      traffic.requests += count.requests
      traffic.refused += count.refused
      traffic.failed += count.failed
    }
    byKey.set(count.keyId, (byKey.get(count.keyId) ?? 0) + count.requests)
    unlogged += count.unlogged
  }
  return { hours, byKey, unlogged }
}

/** The number of requests with each key in the last 24 hours. */
export const readUsesInDay = async (
  services: Services,
  caller: Caller,
): Promise<ReadonlyMap<string, number>> => (await readRecentTraffic(services, caller)).byKey

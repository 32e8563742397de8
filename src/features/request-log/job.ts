// Writes the request log to the store: at most one batch per second, with bounded memory, and without delaying
// requests.

import type { Services } from '../../kernel/changes/services.ts'
import { redactedJson } from '../../kernel/lib/text/redaction.ts'
import { LOGGED_RESPONSE_BYTES } from '../../kernel/limits.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { type EndedRequest, hourOf, logRequests, type RequestBatch } from './request-log.ts'
import type { RequestCountRow, RequestLogRow } from './tables.ts'

const FLUSH_MS = 1_000
/** Limits bodies to 3 MiB, and is more than 300 keys send per second at the default limit. */
const MAX_WAITING = 500

export type RequestLog = {
  /** Records a request. Requests that arrive too fast to be kept are only counted. */
  record(request: EndedRequest): void
  /** The number of requests since the start that were counted but not kept. */
  readonly dropped: number
  /** Writes everything that has been recorded so far. */
  flush(): Promise<void>
  /** Writes the remaining requests and stops. */
  close(): Promise<void>
}

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** Called when a batch could not be written, and then again only after one has succeeded. */
  onError(error: unknown): void
}

export function startRequestLog({ services, onError }: Options): RequestLog {
  let rows: RequestLogRow[] = []
  let counts = new Map<string, RequestCountRow>()
  let dropped = 0
  let isFailing = false
  let writing: Promise<void> | undefined

  const count = ({ platformId, keyId, status }: EndedRequest, at: number, isKept: boolean) => {
    const of = countOf(counts, { platformId, keyId, hour: hourOf(at) })
    of.requests += 1
    if (status >= 500) of.failed += 1
    else if (status >= 400) of.refused += 1
    if (isKept) return
    of.unlogged += 1
    dropped += 1
  }

  /** The rows of the batch are lost, but its counts are kept. */
  const restoreCounts = (batch: RequestBatch, error: unknown) => {
    dropped += batch.rows.length
    for (const row of batch.rows) countOf(counts, { ...row, hour: hourOf(row.at) }).unlogged += 1
    for (const lost of batch.counts) add(countOf(counts, lost), lost)
    if (!isFailing) onError(error)
    isFailing = true
  }

  const write = async () => {
    if (counts.size === 0) return
    const batch = { rows, counts: [...counts.values()] }
    rows = []
    counts = new Map()
    try {
      await logRequests(services, batch)
      isFailing = false
    } catch (error) {
      restoreCounts(batch, error)
    }
  }
  const flush = async (): Promise<void> => {
    // Batches run one at a time. Requests recorded in between are part of the next one.
    if (writing) await writing
    writing ??= write().finally(() => {
      writing = undefined
    })
    await writing
  }
  const stop = services.clock.every(FLUSH_MS, () => void (writing ?? flush()))

  return {
    record(request) {
      const at = services.clock.now()
      const isKept = rows.length < MAX_WAITING
      count(request, at, isKept)
      if (!isKept) return
      const body = redactedBody(request.body, MAX_BODY_BYTES)
      rows.push({ ...request, at, body, response: redactedBody(request.response, LOGGED_RESPONSE_BYTES) })
    },
    get dropped() {
      return dropped
    },
    flush,
    close() {
      stop()
      return flush()
    },
  }
}

const redactedBody = (body: unknown, limitBytes: number): string | null =>
  body === undefined || body === null ? null : redactedJson(body, limitBytes)

type Counted = Pick<RequestCountRow, 'platformId' | 'keyId' | 'hour'>

function countOf(
  counts: Map<string, RequestCountRow>,
  { platformId, keyId, hour }: Counted,
): RequestCountRow {
  const name = `${hour} ${keyId}`
  let count = counts.get(name)
  if (!count) {
    count = { platformId, keyId, hour, requests: 0, refused: 0, failed: 0, unlogged: 0 }
    counts.set(name, count)
  }
  return count
}

function add(count: RequestCountRow, more: RequestCountRow): void {
  count.requests += more.requests
  count.refused += more.refused
  count.failed += more.failed
  count.unlogged += more.unlogged
}

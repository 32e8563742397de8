// Hands the requests of the External API to the store: at most one batch a second, in bounded memory, and never in
// the way of a request.
import { type EndedRequest, hourOf, logRequests, type RequestBatch } from '../domain/office/request-log.ts'
import type { Services } from '../domain/services.ts'
import { redactedJson } from '../lib/text/redaction.ts'
import type { RequestCountRow, RequestLogRow } from '../store/sql/tables.ts'

const FLUSH_MS = 1_000
/** With the longest bodies 2 MiB; more than 300 keys at their usual limit send in a second. */
const MOST_WAITING = 500
const LONGEST_BODY_BYTES = 4 * 1024

export type RequestLog = {
  /** Takes note of a request; what comes faster than can be kept is only counted. */
  record(request: EndedRequest): void
  /** How many requests were counted but not kept since the start. */
  readonly dropped: number
  /** Writes what has been noted so far. */
  flush(): Promise<void>
  /** Writes what is left, and ends. */
  close(): Promise<void>
}

type Options = {
  services: Pick<Services, 'store' | 'clock'>
  /** The store did not take a batch; told once until it takes one again. */
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

  /** The batch is lost, its numbers are not. */
  const takeBack = (batch: RequestBatch, error: unknown) => {
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
      takeBack(batch, error)
    }
  }
  const flush = async (): Promise<void> => {
    // One at a time: what was noted while a batch was being written goes with the next.
    if (writing) await writing
    writing ??= write().finally(() => {
      writing = undefined
    })
    await writing
  }
  const timer = setInterval(() => void (writing ?? flush()), FLUSH_MS).unref()

  return {
    record(request) {
      const at = services.clock.now()
      const isKept = rows.length < MOST_WAITING
      count(request, at, isKept)
      if (isKept) rows.push({ ...request, at, body: shownBody(request.body) })
    },
    get dropped() {
      return dropped
    },
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}

const shownBody = (body: unknown): string | null =>
  body === undefined || body === null ? null : redactedJson(body, LONGEST_BODY_BYTES)

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

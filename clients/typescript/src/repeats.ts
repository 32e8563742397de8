// When a request may be sent again: the server says so by Retry-After, and an Idempotency-Key makes it the same request.
import { type Middleware, OPERATIONS, type RetryConfig, type RetryContext } from './generated.ts'

const KEY = 'Idempotency-Key'
const FIRST_PAUSE_MS = 500

/** Gives every write that takes a key one of its own, which its repeats keep. A dry run changes nothing. */
export const giveKeys: Middleware = {
  onRequest: (request) => {
    if (KEY in request.headers || new URL(request.url).searchParams.has('dryRun')) return
    if (takingKey.has(request.operation.id)) request.headers[KEY] = crypto.randomUUID()
  },
}

const operations: readonly { id: string; params?: readonly { name: string }[] }[] = Object.values(OPERATIONS)
const takingKey = new Set(
  operations.filter(({ params }) => params?.some(({ name }) => name === KEY)).map(({ id }) => id),
)

/**
 * 429 is sent again by any, since nothing was done; 503, a key in use (409) and a broken connection only where a repeat
 * is safe. A wait longer than `longestWait` seconds is left to the caller.
 */
export const retryPolicy = (retries: number, longestWait: number): RetryConfig => ({
  retries,
  retryDelay: FIRST_PAUSE_MS,
  retryOn: ({ request, response }: RetryContext) => {
    const isSafe = request.method === 'GET' || KEY in request.headers
    if (!response) return isSafe
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    const isAsked = response.status === 429 || (isSafe && [409, 503].includes(response.status))
    return isAsked && wait <= longestWait
  },
})

// When a request is retried: after Retry-After, and with an Idempotency-Key that makes it the same request.
import type { RetryConfig, RetryContext } from './generated.ts'

const KEY = 'Idempotency-Key'
const FIRST_PAUSE_MS = 500

/**
 * Every request is retried after a 429, because nothing was done. After a 503, a key in use (409), or a broken connection, it
 * is retried only if that is safe. If the wait is longer than `longestWait` seconds, the error goes to the caller.
 */
export const retryPolicy = (retries: number, longestWait: number): RetryConfig => ({
  retries,
  retryDelay: FIRST_PAUSE_MS,
  retryOn: ({ request, response }: RetryContext) => {
    const isSafe = request.method === 'GET' || KEY in request.headers
    if (!response) return isSafe
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    const mayRetry = response.status === 429 || (isSafe && [409, 503].includes(response.status))
    return mayRetry && wait <= longestWait
  },
})

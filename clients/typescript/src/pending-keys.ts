// Idempotency keys of writes whose result is not known yet. They are stored before the first byte is sent, so that the
// same write gets the result later, also in another process.
import { type ApiErrorLike, type Middleware, OPERATIONS, type RequestContext } from './generated.ts'

const KEY = 'Idempotency-Key'

/**
 * Where the keys are stored, such as a Map or a file. `id` is a hash of the request. The server keeps results for 24 hours,
 * so older keys can be removed.
 */
export type PendingKeys = {
  get(id: string): string | undefined | Promise<string | undefined>
  set(id: string, key: string): unknown
  delete(id: string): unknown
}

const operations: readonly { id: string; params?: readonly { name: string }[] }[] = Object.values(OPERATIONS)
const operationsWithKey = new Set(
  operations.filter(({ params }) => params?.some(({ name }) => name === KEY)).map(({ id }) => id),
)

/**
 * Gives every write that supports it an idempotency key, which its retries reuse. Dry runs need none. A write that is
 * repeated after a lost response gets its earlier key. Errors name the key.
 */
export function keepIdempotencyKeys(keys: PendingKeys): Middleware {
  const running = new Set<string>()
  const ids = new WeakMap<RequestContext, string>()
  return {
    onRequest: async (request) => {
      if (KEY in request.headers || new URL(request.url).searchParams.has('dryRun')) return
      if (!operationsWithKey.has(request.operation.id)) return
      const id = await hashOf(request)
      // Two equal writes at the same time are two writes.
      const isFirst = !running.has(id)
      running.add(id)
      const stored = isFirst ? await keys.get(id) : undefined
      request.headers[KEY] = stored ?? crypto.randomUUID()
      if (!isFirst) return
      ids.set(request, id)
      if (stored === undefined) await keys.set(id, request.headers[KEY])
    },
    onError: (error, request) => nameKey(error, request),
    onSettled: async (request, { response, error }) => {
      if (error !== undefined) nameKey(error, request)
      const id = ids.get(request)
      if (id === undefined) return
      running.delete(id)
      if (response === undefined || error !== undefined || !(await isCertain(response))) return
      // A response with passwords must not be lost because a key could not be removed.
      await Promise.resolve(keys.delete(id)).catch(() => undefined)
    },
  }
}

async function hashOf({ method, url, body }: RequestContext): Promise<string> {
  const content = isFile(body) ? await digest(await new Blob([body]).arrayBuffer()) : body
  return digest(new TextEncoder().encode(JSON.stringify([method, url, content])))
}

const isFile = (body: unknown): body is Blob | ArrayBuffer =>
  body instanceof Blob || body instanceof ArrayBuffer

/** SHA-256 in hex. */
async function digest(content: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const uncertainStatuses = new Set([401, 403, 408, 429])

/** Whether no attempt can have another result. A refused retry says nothing about the attempt before it. */
async function isCertain(response: Response): Promise<boolean> {
  if (response.status >= 500 || uncertainStatuses.has(response.status)) return false
  if (response.status !== 409) return true
  const { code } = Object(await response.clone().json()) as { code?: string }
  return code !== 'idempotency_key_in_use'
}

/** The idempotency key of a write whose result is unknown. Repeat the write with it to get the result. */
export const idempotencyKeyOf = (error: unknown): string | undefined =>
  (Object(error) as { idempotencyKey?: string }).idempotencyKey

function nameKey<E>(error: E, request: RequestContext): E {
  const key = request.headers[KEY]
  if (key === undefined || !isUnknown(error) || idempotencyKeyOf(error) !== undefined) return error
  Object.assign(error, { idempotencyKey: key })
  // The error of an abort belongs to the caller.
  if (Object.getOwnPropertyDescriptor(error, 'message')?.writable && !isAbort(error))
    error.message = `${error.message} It is unknown whether the write was executed; repeat it with the idempotency key ${key} to get its result.`
  return error
}

const isUnknown = (error: unknown): error is Error => {
  const { status } = Object(error) as Partial<ApiErrorLike>
  return (
    error instanceof Error &&
    (status === undefined || status >= 500 || uncertainStatuses.has(status) || status === 409)
  )
}

const isAbort = (error: Error): boolean =>
  !(error instanceof TypeError) && error.name !== 'TimeoutError' && error.name !== 'ApiError'

/** Reads a JSON response completely, so that one that is cut off is retried like any other broken connection. */
export const readingWhole =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    if (!/\bjson$/.test(response.headers.get('content-type')?.split(';')[0] ?? '')) return response
    const { status, statusText, headers } = response
    return new Response(await response.arrayBuffer(), { status, statusText, headers })
  }

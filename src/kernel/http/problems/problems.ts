// Errors as problem+json (RFC 9457). Everything thrown becomes a refusal of the error catalog; no other detail is exposed.

import type { Socket } from 'node:net'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode, refusalMessages } from '../../changes/errors.ts'
import { newId } from '../../lib/data/ids.ts'
import { FilesUnavailable } from '../../outbound/files-unavailable.ts'
import { StoreUnavailable } from '../../store/store.ts'
import { standardHeaders } from '../server/headers.ts'
import { hostOf } from '../server/hosts.ts'
import { problemCatalog, statusOf } from './catalog.ts'

const MEDIA_TYPE = 'application/problem+json'
const STORE_RETRY_SECONDS = 2
// Time that a refused connection stays half open, so that a client that is still sending can read the response.
const LINGER_MS = 500
const MAX_DRAINED_BYTES = 32 * 1024 * 1024

const BY_FASTIFY_CODE: Record<string, RefusalCode> = {
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'unsupported_media_type',
}

const BY_PARSER_CODE: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Sends the problem. An unexpected error is logged with its cause and sent as internal_error. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  refusal = toRefusal(error, request),
): void {
  request.refusal = refusal
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'request failed')
  reply.code(statusOf(refusal)).headers(problemHeaders(refusal)).type(MEDIA_TYPE)
  // Fastify sets this header when it refuses a body. We read and drop the rest instead, so that the client sees the
  // response.
  reply.removeHeader('connection')
  // Sent as bytes, because fastify adds a charset to strings, and this media type has none (RFC 9457, section 3).
  const body = Buffer.from(JSON.stringify(problemDetails(refusal, request.id, hostOf(request))))
  if (mustBeDrained(request)) drain(request, () => reply.send(body))
  else reply.send(body)
}

/**
 * Handles requests that Node's parser refuses before they exist: sends an HTTP/1.1 response and closes the connection.
 */
export function handleClientError(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunResponse(socket)) {
    socket.destroy()
    return
  }
  // A second error on the same connection then finds it no longer writable.
  const requestId = newId()
  const refusal = new Refusal(BY_PARSER_CODE[error.code ?? ''] ?? 'bad_request')
  this.log.info({ requestId, operation: 'unknown', status: statusOf(refusal), ms: 0 }, 'request')
  socket.end(
    socketProblem(refusal, { requestId, host: publicHost(this) ?? 'localhost', isSecure: isTls(socket) }),
  )
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** The whole response as text, including headers. */
function socketProblem(
  refusal: Refusal,
  { requestId, host, isSecure }: { requestId: string; host: string; isSecure: boolean },
): string {
  const body = JSON.stringify(problemDetails(refusal, requestId, host))
  const headers = {
    ...standardHeaders(requestId, isSecure),
    date: new Date().toUTCString(),
    connection: 'close',
    'content-type': MEDIA_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = statusOf(refusal)
  return `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\n${lines.join('')}\r\n${body}`
}

/** Turns any thrown error into a refusal of the error catalog; `internal_error` if it is unexpected. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StoreUnavailable)
    return new Refusal('unavailable', { retryAfterSeconds: STORE_RETRY_SECONDS })
  if (error instanceof FilesUnavailable) {
    request.log.warn({ err: error }, 'the storage of files cannot be used (LECTERN_FILES_URL)')
    return new Refusal('unavailable', { message: error.message, retryAfterSeconds: STORE_RETRY_SECONDS })
  }
  const code = BY_FASTIFY_CODE[codeOf(error)]
  if (code === 'bad_request')
    return new Refusal(code, { message: 'The URL or the Content-Length is not valid.' })
  if (code === 'body_too_large' && request.routeOptions.config?.isBulk)
    return new Refusal(code, { message: 'The body is larger than 32 MiB.' })
  if (code === 'unsupported_media_type') return unsupportedMediaType(request)
  if (code !== undefined) return new Refusal(code)
  // The client disconnected while sending its body, so nobody reads the response. HTTP/2 reports such a body as complete.
  const isCutOff = !request.raw.complete && request.raw.destroyed
  if (isCutOff || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') return new Refusal('bad_request')
  const message = `${refusalMessages.internal_error} The request id is ${request.id}.`
  return new Refusal('internal_error', { message })
}

export const unsupportedMediaType = ({ routeOptions }: FastifyRequest): Refusal =>
  new Refusal('unsupported_media_type', messageOfTypes(routeOptions.config))

function messageOfTypes({ acceptsLines, acceptedFiles }: FastifyContextConfig) {
  if (acceptsLines)
    return { message: 'The body must be uncompressed application/json or application/x-ndjson in UTF-8.' }
  if (acceptedFiles)
    return {
      message: `The body must be a file, with its type as the Content-Type: ${acceptedFiles.join(', ')}.`,
    }
  return {}
}

/** Node closes such a connection right after the response. A client that is still sending would see a reset instead. */
function mustBeDrained({ raw }: FastifyRequest): boolean {
  return !raw.complete && !raw.destroyed && /close/i.test(raw.headers.connection ?? '')
}

function drain({ raw }: FastifyRequest, done: () => void): void {
  let left = MAX_DRAINED_BYTES
  const finish = () => {
    raw.off('data', count).off('end', finish).off('close', finish)
    done()
  }
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) finish()
  }
  raw.on('data', count).on('end', finish).on('close', finish)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The body of an error response. `requestId` is the id of the first request that was refused this way. */
export function problemDetails(refusal: Refusal, requestId: string, host: string) {
  const { code, message, detail } = refusal
  const { title, status } = problemCatalog[code]
  return {
    code,
    message,
    type: `https://${host}/problems/${code}`,
    title,
    status,
    instance: `urn:uuid:${detail.replayOf ?? requestId}`,
    ...(detail.errors ? { errors: detail.errors } : {}),
  }
}

/** The response headers of a refusal. */
export function problemHeaders({ code, detail }: Refusal): Record<string, string> {
  const headers: Record<string, string> = {}
  const error = code === 'missing_authorization' ? '' : ', error="invalid_token"'
  const realm = code === 'invalid_stream_key' ? 'streams' : 'external-api'
  if (statusOf({ code }) === 401) headers['www-authenticate'] = `Bearer realm="${realm}"${error}`
  if (detail.retryAfterSeconds !== undefined) headers['retry-after'] = String(detail.retryAfterSeconds)
  if (detail.replayOf !== undefined) headers['idempotent-replayed'] = 'true'
  return headers
}

function publicHost(app: FastifyInstance): string | undefined {
  return app.config.publicUrl?.slice('https://'.length)
}

/** Node keeps the current response in `_httpMessage`, as its default handler does. A second response would corrupt it. */
function hasBegunResponse(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true
}

function isTls(socket: Socket): boolean {
  return 'encrypted' in socket
}

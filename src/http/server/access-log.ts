// One JSON line a request: what was asked of whom, how it ended, how long it took. Never an address, a body or a secret.
import type { FastifyReply, FastifyRequest } from 'fastify'

const EMAIL = /[^\s"'<>()=,;:]+@[^\s"'<>()=,;:]+/g
const API_KEY = /lec[sp]_[0-9a-f]+/g
const DEEPEST_CAUSE = 3

/** Writes the line once the answer has been sent or the client has gone. */
export function writeAccessLog(request: FastifyRequest, reply: FastifyReply): void {
  const startedMs = performance.now()
  reply.raw.once('close', () => {
    const line = {
      operation: operationOf(request),
      ...request.logFields,
      // null where the client went away before there was an answer.
      status: reply.raw.headersSent ? reply.raw.statusCode : null,
      ms: Math.round((performance.now() - startedMs) * 10) / 10,
      ...(reply.raw.writableFinished ? {} : { isAborted: true }),
    }
    request.log.info(line, 'request')
  })
}

/** The operationId of the route; `unknown` where there is no such route or method. */
export function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config?.operation ?? 'unknown'
}

type ErrorLine = { type: string; message: string; stack: string; code?: string; cause?: ErrorLine }

/** For pino: an error without the further properties in which drivers repeat what was sent. */
export function describeError(error: unknown, depth = 1): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  return {
    type: error.name,
    ...('code' in error ? { code: String(error.code) } : {}),
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && depth < DEEPEST_CAUSE
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

function redact(text: string): string {
  return text.replace(EMAIL, '[e-mail]').replace(API_KEY, '[key]')
}

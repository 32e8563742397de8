// The access log: one JSON line per request with operation, status, and duration. No IP addresses, bodies, or secrets.
import type { FastifyReply, FastifyRequest } from 'fastify'

const EMAIL = /[^\s"'<>()=,;:]+@[^\s"'<>()=,;:]+/g
const API_KEY = /lec[sp]_[0-9a-f]+/g
const MAX_CAUSE_DEPTH = 3

/** Writes the line when the response has been sent or the client has disconnected. */
export function writeAccessLog(request: FastifyRequest, reply: FastifyReply): void {
  const startedMs = performance.now()
  reply.raw.once('close', () => {
    const fields = {
      operation: operationOf(request),
      ...request.logFields,
      // Null if the client disconnected before the response.
      status: reply.raw.headersSent ? reply.raw.statusCode : null,
      ms: Math.round((performance.now() - startedMs) * 10) / 10,
      ...(reply.raw.writableFinished ? {} : { isAborted: true }),
    }
    request.log.info(fields, 'request')
  })
}

/** The operationId of the route; `unknown` if there is no such route or method. */
export function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config?.operation ?? 'unknown'
}

type ErrorFields = { type: string; message: string; stack: string; code?: string; cause?: ErrorFields }

/** A pino serializer for errors. Drops other properties, because database drivers repeat submitted values in them. */
export function describeError(error: unknown, depth = 1): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  return {
    type: error.name,
    ...('code' in error ? { code: String(error.code) } : {}),
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && depth < MAX_CAUSE_DEPTH
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

function redact(text: string): string {
  return text.replace(EMAIL, '[e-mail]').replace(API_KEY, '[key]')
}

// The HTTP server around the routes: TLS, limits, request IDs, headers, bodies, errors, and the access log.

import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import type {} from '@fastify/swagger'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Config } from '../../../config.ts'
import { Refusal } from '../../changes/errors.ts'
import { newId } from '../../lib/data/ids.ts'
import {
  BODY_LIMIT_BYTES,
  BULK_BODY_TIMEOUT_MS,
  HANDSHAKE_TIMEOUT_MS,
  HEADERS_LIMIT_BYTES,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_CONNECTIONS,
  MAX_PARAMETER_LENGTH,
} from '../../limits.ts'
import { validatorFactory } from '../guards/validation.ts'
import { handleClientError, sendProblem } from '../problems/problems.ts'
import { describeError, writeAccessLog } from './access-log.ts'
import { refuseSlowBodies } from './body-timeouts.ts'
import { type Certificate, TLS_OPTIONS } from './certificate.ts'
import { framingProblem } from './framing.ts'
import { standardHeaders } from './headers.ts'
import { readJsonBodies, refuseUnreadable } from './json-body.ts'
import { refuseUnknownRoute } from './route-rules.ts'
import { lazySerializerFactory } from './serialization.ts'
import { closeConnectionsOnShutdown, endConnectionsWhileDraining } from './shutdown.ts'
import { isSecure, trustProxies } from './trusted-proxies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    /** The plain HTTP port for a proxy that terminates TLS; null if none is configured. */
    plainServer: HttpServer | null
  }
  interface FastifyRequest {
    /** Additional fields of the access log line, such as the prefix of the API key. */
    logFields: Record<string, string> | null
    /** The reason the request was refused. */
    refusal: Refusal | null
  }
  interface FastifyContextConfig {
    /** The name in logs and metrics: the operationId. */
    operation?: string
    /** Accepts large bodies, with a longer timeout. */
    isBulk?: boolean
    /** Accepts application/x-ndjson in addition to JSON. */
    acceptsLines?: boolean
    /** Accepts files instead of JSON: their media types. */
    acceptedFiles?: readonly string[]
    /** On a route that answers 405: the allowed methods of its path. */
    allow?: string
  }
}

const TIMEOUT_CHECK_MS = 5_000

// With these options, our handlers answer requests that Node would otherwise answer without the standard headers.
const connectionOptions = {
  maxHeaderSize: HEADERS_LIMIT_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: BULK_BODY_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requireHostHeader: false,
}

export type ServerOptions = {
  config: Config
  certificate: Pick<Certificate, 'cert' | 'key'>
  /** The target of log lines; standard output by default. */
  logStream?: { write(line: string): void }
}

/** The server without routes. Add them, then call `listen`. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { config, certificate } = options
  const app = createFastify(config, certificate, fastifyOptions(options))
  app.decorate('config', config)
  app.decorate('plainServer', config.httpPort === undefined ? null : createPlainServer(app))
  app.decorateRequest('logFields', null)
  app.decorateRequest('refusal', null)
  app.addHook('onRoute', (route) => {
    route.config = {
      ...route.config,
      ...(route.schema?.operationId ? { operation: route.schema.operationId } : {}),
    }
  })
  endConnectionsWhileDraining(app)
  addRequestHooks(app)
  refuseSlowBodies(app)
  readJsonBodies(app)
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  guardConnections(app)
  return app
}

const fastifyOptions = ({ config, logStream }: ServerOptions): FastifyServerOptions => ({
  genReqId: () => newId(Date.now()),
  requestIdHeader: false,
  bodyLimit: BODY_LIMIT_BYTES,
  requestTimeout: BULK_BODY_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, caseSensitive: true },
  trustProxy: trustProxies(config.trustedProxies),
  return503OnClosing: false,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  logger: {
    level: config.logLevel,
    base: null,
    serializers: { err: describeError, req: () => ({}), res: () => ({}) },
    ...(logStream ? { stream: logStream } : {}),
  },
  schemaController: {
    compilersFactory: {
      buildValidator: forFastify(validatorFactory()),
      buildSerializer: lazySerializerFactory,
    },
  },
  clientErrorHandler: handleClientError,
  // Handles URLs that cannot be routed. Hooks do not run for them.
  frameworkErrors: (error, request, reply) => {
    startResponse(request, reply)
    sendProblem(request, reply, error)
  },
})

function startResponse(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(standardHeaders(request.id, isSecure(request)))
  writeAccessLog(request, reply)
}

function createFastify(
  config: Config,
  { cert, key }: Pick<Certificate, 'cert' | 'key'>,
  options: FastifyServerOptions,
): FastifyInstance {
  const https = { ...connectionOptions, ...TLS_OPTIONS, cert, key, handshakeTimeout: HANDSHAKE_TIMEOUT_MS }
  const all = config.isHttp2
    ? { ...options, http2: true, https: { ...https, allowHTTP1: true } }
    : { ...options, https }
  // Fastify has different types for http, https, and http2 servers. We use only the members that they share.
  return Fastify(all as FastifyServerOptions) as FastifyInstance
}

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildValidator']
>

/**
 * The type is for ajv functions, but fastify accepts any function that returns {value} or {error}, as its docs state.
 */
function forFastify(factory: ReturnType<typeof validatorFactory>): BuildValidator {
  return factory as unknown as BuildValidator
}

function createPlainServer(app: FastifyInstance): HttpServer {
  const server = createHttpServer(connectionOptions, app.routing)
  return server.on('clientError', handleClientError.bind(app))
}

function addRequestHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    startResponse(request, reply)
    const message = framingProblem(request)
    if (message !== undefined) {
      // Further bytes on this connection may be part of the same request.
      reply.header('connection', 'close')
      return done(new Refusal('bad_request', { message }))
    }
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    refuseUnknownRoute(request)
    refuseUnreadable(request)
    done()
  })
}

/** Limits and closes connections, and lets fastify answer requests with CONNECT or an Expect header. */
function guardConnections(app: FastifyInstance): void {
  const servers = app.plainServer === null ? [app.server] : [app.server, app.plainServer]
  for (const server of servers) {
    server.maxConnections = MAX_CONNECTIONS
    server.on('checkExpectation', app.routing)
    const isHttp2Only = app.config.isHttp2 && server === app.server
    if (!isHttp2Only)
      server.on('connect', (_request, socket) =>
        handleClientError.call(app, new Error('CONNECT'), socket as Socket),
      )
  }
  closeConnectionsOnShutdown(app, servers)
}

// The server around the routes: TLS, limits, request ids, headers, bodies, errors and the log.
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import type {} from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from '../../config.ts'
import { Refusal } from '../../domain/changes/errors.ts'
import { newId } from '../../lib/data/ids.ts'
import type { SentKey } from '../guards/authenticate.ts'
import { validatorFactory } from '../guards/validation.ts'
import { handleClientError, sendProblem } from '../problems/problems.ts'
import { describeError, writeAccessLog } from './access-log.ts'
import { BULK_PATIENCE_MS, refuseSlowBodies } from './body-timeouts.ts'
import type { Certificate } from './certificate.ts'
import { headerValues, standardHeaders } from './headers.ts'
import { readJsonBodies, refuseUnreadable } from './json-body.ts'
import { refuseUnknownRoute } from './route-rules.ts'
import { lazySerializerFactory } from './serialization.ts'
import { closeWithConnections } from './shutdown.ts'
import { isSecure, trustListed } from './trusted-proxies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    /** The plain-HTTP port for a proxy that terminates TLS; null where none is set. */
    plainServer: HttpServer | null
  }
  interface FastifyRequest {
    /** Further fields of the request's log line, such as the display prefix of the API key. */
    logFields: Record<string, string> | null
    /** The known API key that was sent, also where it was refused. */
    sentKey: SentKey | null
    /** What the request was refused with. */
    refusal: Refusal | null
  }
  interface FastifyContextConfig {
    /** Name of the operation in log and metrics: the operationId. */
    operation?: string
    /** Takes large bodies, which may take their time. */
    isBulk?: boolean
    /** Takes application/x-ndjson beside JSON. */
    takesLines?: boolean
    /** On a route that answers 405: the methods that its path takes. */
    allow?: string
  }
}

const BODY_LIMIT_BYTES = 256 * 1024
const LONGEST_PARAMETER = 4096
const HEADERS_LIMIT_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 15_000
// Longer than the 60 s of the usual proxies, so that it is they who close an idle connection.
const KEEP_ALIVE_MS = 72_000
const HANDSHAKE_TIMEOUT_MS = 10_000
const TIMEOUT_CHECK_MS = 5_000
const MOST_CONNECTIONS = 10_000

// Under these all that Node would answer by itself, without the standard headers, comes to our handlers instead.
const connectionOptions = {
  maxHeaderSize: HEADERS_LIMIT_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: BULK_PATIENCE_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requireHostHeader: false,
}

export type ServerOptions = {
  config: Config
  certificate: Pick<Certificate, 'cert' | 'key'>
  /** Where the log lines go; standard output by default. */
  logStream?: { write(line: string): void }
}

/** An app that answers 404 with everything around it in place; routes are to be added, then `listen` called. */
export function createServer({ config, certificate, logStream }: ServerOptions): FastifyInstance {
  const app = createFastify(config, certificate, {
    genReqId: () => newId(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: BULK_PATIENCE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: LONGEST_PARAMETER, caseSensitive: true },
    trustProxy: trustListed(config.trustedProxies),
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
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be routed.
      reply.headers(standardHeaders(request.id, isSecure(request)))
      writeAccessLog(request, reply)
      sendProblem(request, reply, error)
    },
  })
  app.decorate('config', config)
  app.decorate('plainServer', config.httpPort === undefined ? null : createPlainServer(app))
  app.decorateRequest('logFields', null)
  app.decorateRequest('sentKey', null)
  app.decorateRequest('refusal', null)
  app.addHook('onRoute', (route) => {
    route.config = {
      ...route.config,
      ...(route.schema?.operationId ? { operation: route.schema.operationId } : {}),
    }
  })
  addRequestHooks(app)
  refuseSlowBodies(app)
  readJsonBodies(app)
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  guardConnections(app)
  return app
}

function createFastify(
  config: Config,
  { cert, key }: Pick<Certificate, 'cert' | 'key'>,
  options: FastifyServerOptions,
): FastifyInstance {
  const https = { ...connectionOptions, cert, key, handshakeTimeout: HANDSHAKE_TIMEOUT_MS }
  const all = config.isHttp2
    ? { ...options, http2: true, https: { ...https, allowHTTP1: true } }
    : { ...options, https }
  // Fastify's types tell servers of http, https and http2 apart; all that is used of them is common to the three.
  return Fastify(all as FastifyServerOptions) as FastifyInstance
}

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildValidator']
>

/** Typed for ajv's own functions; fastify takes any that answers {value} or {error}, as its guide on validation says. */
function forFastify(factory: ReturnType<typeof validatorFactory>): BuildValidator {
  return factory as unknown as BuildValidator
}

function createPlainServer(app: FastifyInstance): HttpServer {
  const server = createHttpServer(connectionOptions, app.routing)
  return server.on('clientError', handleClientError.bind(app))
}

function addRequestHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(standardHeaders(request.id, isSecure(request)))
    writeAccessLog(request, reply)
    // RFC 9112 section 3.2.
    if (request.raw.httpVersion === '1.1' && headerValues(request, 'host').length !== 1) {
      return done(new Refusal('bad_request', { message: 'A request must have exactly one Host header.' }))
    }
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    refuseUnknownRoute(request)
    refuseUnreadable(request)
    done()
  })
}

/** Gives a CONNECT an answer, takes any Expect as fastify would, and lets go of connections when the app closes. */
function guardConnections(app: FastifyInstance): void {
  const servers = app.plainServer === null ? [app.server] : [app.server, app.plainServer]
  for (const server of servers) {
    server.maxConnections = MOST_CONNECTIONS
    server.on('checkExpectation', app.routing)
    const isHttp2Only = app.config.isHttp2 && server === app.server
    if (!isHttp2Only)
      server.on('connect', (_request, socket) =>
        handleClientError.call(app, new Error('CONNECT'), socket as Socket),
      )
  }
  closeWithConnections(app, servers)
}

// Sends requests to webhook endpoints: with a time limit, only to permitted addresses, and without following redirects.
import type { Resolver } from 'node:dns/promises'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { AddressRange } from '../../../kernel/lib/web/ip-addresses.ts'
import { openResolver } from '../../../kernel/outbound/dns-lookup.ts'
import {
  ForbiddenAddress,
  permittedLookup,
  requirePermittedHost,
} from '../../../kernel/outbound/permitted-addresses.ts'
import { KEPT_BYTES, MAX_READ_BYTES, TIMEOUT_MS } from '../limits.ts'

const IDLE_MS = 60_000

export type EndpointRequest = { url: string; headers: Record<string, string>; body: string }

/** The result of a request: the status of the response, if there was one, and an error if the request failed. */
export type EndpointResult = {
  status: number | null
  /** A short text without values, such as `ECONNREFUSED`. */
  error: string | null
  /** The first KiB of the response body. */
  answer: string | null
}

export type Endpoints = {
  /** Never rejects, because a failure is a result, too. Null if `close` aborted the request. */
  post(request: EndpointRequest): Promise<EndpointResult | null>
  /** Aborts all requests in flight. */
  close(): void
}

type Options = {
  /** Addresses that may be called even though they are not public, also over http. */
  listed: readonly AddressRange[]
  /** The User-Agent header (RFC 9110, section 10.1.5). */
  userAgent: string
  timeoutMs?: number
  resolver?: Resolver
}

/** Connections stay open for the next request to the same endpoint. */
export const openEndpoints = (options: Options): Endpoints => new EndpointClient(options)

class EndpointClient implements Endpoints {
  readonly #options: Options
  readonly #timeoutMs: number
  readonly #resolver: Resolver
  readonly #connections
  readonly #inFlight = new Set<ClientRequest>()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#resolver = options.resolver ?? openResolver()
    const lookup = (protocol: string) => permittedLookup(protocol, options.listed, this.#resolver)
    const keptAlive = { keepAlive: true, timeout: IDLE_MS }
    this.#connections = {
      'http:': { send: httpRequest, agent: new HttpAgent(keptAlive), lookup: lookup('http:') },
      'https:': { send: httpsRequest, agent: new HttpsAgent(keptAlive), lookup: lookup('https:') },
    }
  }

  async post(request: EndpointRequest): Promise<EndpointResult | null> {
    try {
      const url = new URL(request.url)
      requirePermittedHost(url, this.#options.listed)
      return await this.#send(url, request)
    } catch (error) {
      return { status: null, error: shortNameOf(error), answer: null }
    }
  }

  close(): void {
    this.#isClosed = true
    for (const request of this.#inFlight) request.destroy(new Error('closed'))
    for (const { agent } of Object.values(this.#connections)) agent.destroy()
    this.#resolver.cancel()
  }

  #send(url: URL, message: EndpointRequest): Promise<EndpointResult | null> {
    const { promise, resolve } = Promise.withResolvers<EndpointResult | null>()
    const request = this.#startRequest(url, message)
    let status: number | null = null
    const end = (result: EndpointResult | null | Promise<EndpointResult | null>) => {
      clearTimeout(timer)
      this.#inFlight.delete(request)
      resolve(result)
    }
    const fail = (error: Error) =>
      end(this.#isClosed ? null : { status, error: shortNameOf(error), answer: null })
    const timer = setTimeout(() => {
      fail(new EndpointTimeout(this.#timeoutMs))
      request.destroy()
    }, this.#timeoutMs)
    request.on('error', (error) => {
      // The endpoint closed an idle connection just as it was reused. That is not a failure of the endpoint.
      const isStale = request.reusedSocket && status === null && shortNameOf(error) === 'ECONNRESET'
      if (isStale && !this.#isClosed) end(this.#send(url, message))
      else fail(error)
    })
    request.on('response', (response) => {
      status = response.statusCode ?? null
      readStart(response).then((answer) => end({ status, error: null, answer }), fail)
    })
    request.end(message.body)
    return promise
  }

  #startRequest(url: URL, { headers, body }: EndpointRequest): ClientRequest {
    const { send, agent, lookup } = this.#connections[url.protocol === 'https:' ? 'https:' : 'http:']
    const request = send(url, {
      method: 'POST',
      agent,
      lookup,
      headers: {
        'user-agent': this.#options.userAgent,
        ...headers,
        'content-length': Buffer.byteLength(body),
      },
    })
    this.#inFlight.add(request)
    return request
  }
}

class EndpointTimeout extends Error {
  constructor(ms: number) {
    super(`no complete response within ${ms / 1000} s`)
  }
}

function shortNameOf(error: unknown): string {
  if (error instanceof ForbiddenAddress || error instanceof EndpointTimeout) return error.message
  return error instanceof Error && 'code' in error ? String(error.code) : 'the request failed'
}

/** The start of the response body, as text that every database accepts. */
async function readStart(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes))
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > MAX_READ_BYTES) break
  }
  return Buffer.concat(kept).toString('utf8').replaceAll('\u0000', '\ufffd')
}

// One request to a webhook's endpoint: within its time, to permitted addresses only, following nothing.
import type { Resolver } from 'node:dns/promises'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { AddressRange } from '../lib/web/ip-addresses.ts'
import { openResolver } from './dns-lookup.ts'
import { ForbiddenAddress, permittedLookup, requirePermittedHost } from './webhook-addresses.ts'

const LONGEST_MS = 15_000
const IDLE_MS = 60_000
const KEPT_BYTES = 1024
/** What comes beyond is not waited for. */
const MOST_READ_BYTES = 64 * 1024

export type EndpointRequest = { url: string; headers: Record<string, string>; body: string }

/** What came of a request: a status where there was an answer, an error where it did not end as it should. */
export type EndpointAnswer = {
  status: number | null
  /** Short and without values, such as `ECONNREFUSED`. */
  error: string | null
  /** The first KiB of the answer. */
  answer: string | null
}

export type Endpoints = {
  /** Never throws: what goes wrong is an answer too. Null where `close` broke it off. */
  post(request: EndpointRequest): Promise<EndpointAnswer | null>
  /** Breaks off what is under way. */
  close(): void
}

type Options = {
  /** May be called although they are not public, over http too. */
  listed: readonly AddressRange[]
  /** Who we are to endpoints (RFC 9110, section 10.1.5). */
  userAgent: string
  longestMs?: number
  resolver?: Resolver
}

/** Connections are kept for the next request to the same endpoint. */
export function openEndpoints({
  listed,
  userAgent,
  longestMs = LONGEST_MS,
  resolver = openResolver(),
}: Options): Endpoints {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  }
  const lookups = {
    'http:': permittedLookup('http:', listed, resolver),
    'https:': permittedLookup('https:', listed, resolver),
  }
  const underWay = new Set<ClientRequest>()
  let isClosed = false

  const send = (
    url: URL,
    { headers, body }: Omit<EndpointRequest, 'url'>,
  ): Promise<EndpointAnswer | null> => {
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:'
    const { promise, resolve } = Promise.withResolvers<EndpointAnswer | null>()
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: agents[protocol],
      lookup: lookups[protocol],
      headers: { 'user-agent': userAgent, ...headers, 'content-length': Buffer.byteLength(body) },
    })
    underWay.add(request)
    let status: number | null = null
    const timer = setTimeout(() => {
      fail(new TooSlow(longestMs))
      request.destroy()
    }, longestMs)
    const settle = (answer: EndpointAnswer | null) => {
      clearTimeout(timer)
      underWay.delete(request)
      resolve(answer)
    }
    const fail = (error: Error) =>
      settle(isClosed ? null : { status, error: shortNameOf(error), answer: null })
    request.on('error', (error) => {
      // A kept connection that the endpoint closed at this very moment says nothing about the endpoint.
      const isStale = request.reusedSocket && status === null && shortNameOf(error) === 'ECONNRESET'
      if (!isStale || isClosed) return fail(error)
      clearTimeout(timer)
      underWay.delete(request)
      resolve(send(url, { headers, body }))
    })
    request.on('response', (response) => {
      status = response.statusCode ?? null
      readStart(response).then((answer) => settle({ status, error: null, answer }), fail)
    })
    request.end(body)
    return promise
  }

  return {
    async post(request) {
      try {
        const url = new URL(request.url)
        requirePermittedHost(url, listed)
        return await send(url, request)
      } catch (error) {
        return { status: null, error: shortNameOf(error), answer: null }
      }
    },
    close() {
      isClosed = true
      for (const request of underWay) request.destroy(new Error('closed'))
      for (const agent of Object.values(agents)) agent.destroy()
      resolver.cancel()
    },
  }
}

class TooSlow extends Error {
  constructor(ms: number) {
    super(`no whole answer within ${ms / 1000} s`)
  }
}

function shortNameOf(error: unknown): string {
  if (error instanceof ForbiddenAddress || error instanceof TooSlow) return error.message
  return error instanceof Error && 'code' in error ? String(error.code) : 'the request failed'
}

/** The beginning of the answer as text that every store takes. */
async function readStart(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes))
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes > MOST_READ_BYTES) break
  }
  return Buffer.concat(kept).toString('utf8').replaceAll('\u0000', '\ufffd')
}

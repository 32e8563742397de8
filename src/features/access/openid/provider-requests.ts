// Requests to OpenID providers: to the same addresses as webhooks, with limits, and without following redirects.
import type { Resolver } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressRange } from '../../../kernel/lib/web/ip-addresses.ts'
import { openResolver } from '../../../kernel/outbound/dns-lookup.ts'
import { permittedLookup, requirePermittedHost } from '../../../kernel/outbound/permitted-addresses.ts'
import { PROVIDER_TIMEOUT_MS } from '../limits.ts'

const MAX_RESPONSE_BYTES = 256 * 1024

export type ProviderRequests = {
  /** Addresses that may be called even though they are not public, also over http. */
  listed: readonly AddressRange[]
  /** The User-Agent header (RFC 9110, section 10.1.5). */
  userAgent: string
  resolver?: Resolver
}
type Message = { method: string; headers: Record<string, string>; body?: unknown }

/**
 * A fetch function that calls only permitted addresses. Rejects with ForbiddenAddress for others, and with an error
 * that has a `code` if there is no complete response of up to 256 KiB within ten seconds.
 */
export function providerFetch({ listed, userAgent, resolver = openResolver() }: ProviderRequests) {
  return async (address: string, { method, headers, body }: Message): Promise<Response> => {
    const url = new URL(address)
    requirePermittedHost(url, listed)
    const sent = body instanceof URLSearchParams ? body.toString() : ''
    const response = await send(url, {
      method,
      headers: { ...headers, 'user-agent': userAgent, 'content-length': String(Buffer.byteLength(sent)) },
      body: sent,
      lookup: permittedLookup(url.protocol, listed, resolver),
    })
    return response
  }
}

type Sending = {
  method: string
  headers: Record<string, string>
  body: string
  lookup: ReturnType<typeof permittedLookup>
}

function send(url: URL, { body, ...options }: Sending): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
  const request = start(url, { ...options, signal, agent: false })
  request.on('error', (error) => reject(signal.aborted ? new ProviderTimeout() : error))
  request.on('response', (response) => {
    readBody(response).then((bytes) => resolve(asResponse(response, bytes)), reject)
  })
  request.end(body)
  return promise
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > MAX_RESPONSE_BYTES) throw new ProviderResponseTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function asResponse({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): Response {
  const hasBody = ![204, 205, 304].includes(statusCode)
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Response(hasBody ? new Uint8Array(bytes) : null, { status: statusCode, headers: fields })
}

class ProviderTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

class ProviderResponseTooLarge extends Error {
  readonly code = 'too_large'
}

// Whom to believe about the client: X-Forwarded-* counts only where the peer of the connection is a listed proxy.
import type { FastifyRequest } from 'fastify'
import { isWithin, parseAddress, parseRanges } from '../../lib/web/ip-addresses.ts'

/** For fastify's `trustProxy`: whether an address is that of a listed proxy; false where none is listed. */
export function trustListed(entries: readonly string[]): false | ((address: string) => boolean) {
  if (entries.length === 0) return false
  const ranges = parseRanges(entries)
  return (address) => isWithin(address, ranges)
}

/** Whether the client spoke https: to a listed proxy where that says so, else to this socket. */
export function isSecure(request: Pick<FastifyRequest, 'protocol'>): boolean {
  return request.protocol?.toLowerCase() === 'https'
}

/** The client's address in one form only (IPv4 never as ::ffff:…); the peer's where a proxy sent no address. */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = parseAddress(request.ip) ?? parseAddress(request.raw.socket.remoteAddress)
  return address?.toString() ?? 'unknown'
}

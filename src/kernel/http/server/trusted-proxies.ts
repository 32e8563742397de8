// Trusted proxies: X-Forwarded-* headers count only if the peer of the connection is a configured proxy.
import type { FastifyRequest } from 'fastify'
import { countedAddress, isWithin, parseAddress, parseRanges } from '../../lib/web/ip-addresses.ts'

/** For fastify's `trustProxy`: tells whether an address belongs to a trusted proxy; false if none is configured. */
export function trustProxies(entries: readonly string[]): false | ((address: string) => boolean) {
  if (entries.length === 0) return false
  const ranges = parseRanges(entries)
  return (address) => isWithin(address, ranges)
}

/** Whether the client used https, as reported by a trusted proxy, or otherwise by the connection. */
export function isSecure(request: Pick<FastifyRequest, 'protocol'>): boolean {
  return request.protocol?.toLowerCase() === 'https'
}

/** The client's address in canonical form (IPv4 never as ::ffff:…). The peer's address if a proxy sent no valid one. */
export const clientAddress = (request: ClientOf): string => addressOf(request)?.toString() ?? 'unknown'

/** The key for limits by address: the client's IPv4 address, or the /64 of its IPv6 address. */
export function countedClient(request: ClientOf): string {
  const address = addressOf(request)
  return address ? countedAddress(address) : 'unknown'
}

type ClientOf = Pick<FastifyRequest, 'ip' | 'raw'>

const addressOf = ({ ip, raw }: ClientOf) => parseAddress(ip) ?? parseAddress(raw.socket.remoteAddress)

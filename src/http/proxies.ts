// Whom to believe about the client: X-Forwarded-* counts only where the peer of the connection is a listed proxy.
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

/** For fastify's `trustProxy`: whether an address is that of a listed proxy; false where none is listed. */
export function trustListed(entries: readonly string[]): false | ((address: string) => boolean) {
  if (entries.length === 0) return false
  const ranges = entries.map(parseRange)
  return (address) => {
    const parsed = parseAddress(address)
    return parsed !== undefined && ranges.some((range) => isWithin(parsed, range))
  }
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

/** Whether an address lies in one of the CIDR ranges or equals one of the addresses. */
export function isListed(address: string, entries: readonly string[]): boolean {
  const trust = trustListed(entries)
  return trust !== false && trust(address)
}

function parseAddress(text: string | undefined): Address | undefined {
  return text !== undefined && isAddress(text) ? ipaddr.process(text) : undefined
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

function parseRange(entry: string): [Address, number] {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function isWithin(address: Address, range: [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}

// Addresses that the server may call for people: public ones over https and RTMP, and those that the operator lists, also
// over http.
import type { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRange, isPublicAddress, isWithin } from '../lib/web/ip-addresses.ts'
import { isPublicHost } from '../lib/web/urls.ts'
import { addressesOf } from './dns-lookup.ts'

const PUBLIC_PROTOCOLS: readonly string[] = ['https:', 'rtmps:', 'rtmp:']

/** The host, without the brackets around an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether a URL may be called, as far as this is known before its host name is resolved. If no addresses are listed,
 * the host must be one that can be public.
 */
export function mayBeCalled(text: string, listed: readonly AddressRange[]): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPermitted(host, url.protocol, listed)
  return listed.length > 0 || (url.protocol === 'https:' && isPublicHost(host))
}

const isPermitted = (address: string, protocol: string, listed: readonly AddressRange[]): boolean =>
  isWithin(address, listed) || (PUBLIC_PROTOCOLS.includes(protocol) && isPublicAddress(address))

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('The host has an address that is not public.')
  }
}

/**
 * A lookup function for connections: fails with ForbiddenAddress unless all addresses of the host are permitted. The
 * connection uses the addresses that were checked here, so a second DNS answer cannot bypass the check.
 */
export const permittedLookup =
  (protocol: string, listed: readonly AddressRange[], resolver: Resolver): LookupFunction =>
  (host, { all }, callback) => {
    addressesOf(host, resolver).then(
      (addresses) => {
        const [first] = addresses
        const isAllowed = addresses.every(({ address }) => isPermitted(address, protocol, listed))
        if (!isAllowed || first === undefined) callback(new ForbiddenAddress(), '')
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/** Throws ForbiddenAddress for an IP address that may not be called. IP addresses in URLs are never looked up. */
export function requirePermittedHost(url: URL, listed: readonly AddressRange[]): void {
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPermitted(host, url.protocol, listed)) throw new ForbiddenAddress()
}

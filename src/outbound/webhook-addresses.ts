// Where webhooks may go: public addresses over https, and whatever the operator has listed over http too.
import type { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { countCodePoints } from '../lib/text/text.ts'
import { type AddressRange, isPublicAddress, isWithin } from '../lib/web/ip-addresses.ts'
import { isPublicHost } from '../lib/web/urls.ts'
import { addressesOf } from './dns-lookup.ts'

const LONGEST_URL = 2048
// What the WHATWG parser would strip, turn round or read as user info is not taken.
const FORM = /^https?:\/\/[^/?#\\@\s\p{Cc}]+(?:[/?#][^\\\s\p{Cc}]*)?$/iu

/** Whether the text is an `http:` or `https:` address of any host and port, without user info. */
export function isWebhookUrl(text: string): boolean {
  return (
    text.length <= 2 * LONGEST_URL &&
    countCodePoints(text) <= LONGEST_URL &&
    FORM.test(text) &&
    URL.canParse(text)
  )
}

/** The host without the brackets that an address of IPv6 has in a URL. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether a URL may be called as far as it tells by itself: a name is judged by what it resolves to, when it is called.
 * Where nothing is listed, it has to be one that can be public at all.
 */
export function mayBeCalled(text: string, listed: readonly AddressRange[]): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPermitted(host, url.protocol, listed)
  return listed.length > 0 || (url.protocol === 'https:' && isPublicHost(host))
}

const isPermitted = (address: string, protocol: string, listed: readonly AddressRange[]): boolean =>
  isWithin(address, listed) || (protocol === 'https:' && isPublicAddress(address))

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('The host has an address that is not public.')
  }
}

/**
 * Resolves host names for connections of a protocol: to addresses that are all permitted, or to ForbiddenAddress. The
 * connection is made to what was looked at here.
 */
export const permittedLookup =
  (protocol: string, listed: readonly AddressRange[], resolver: Resolver): LookupFunction =>
  (host, { all }, callback) => {
    addressesOf(host, resolver).then(
      (addresses) => {
        const [first] = addresses
        const isFine = addresses.every(({ address }) => isPermitted(address, protocol, listed))
        if (!isFine || first === undefined) callback(new ForbiddenAddress(), '')
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/** Throws ForbiddenAddress for a host that is itself an address and may not be called: it would never be looked up. */
export function requirePermittedHost(url: URL, listed: readonly AddressRange[]): void {
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPermitted(host, url.protocol, listed)) throw new ForbiddenAddress()
}

// IP addresses and CIDR ranges: parsing them, and checking whether an address is in a range or public.
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
export type AddressRange = [network: Address, bits: number]

const MAPPED_BITS = 96

/** Parses IPv4 in four decimal parts, or IPv6. IPv4-mapped IPv6 (RFC 4291, section 2.5.5.2) becomes IPv4. */
export function parseAddress(text: string | undefined): Address | undefined {
  return text !== undefined && isAddress(text) ? ipaddr.process(text) : undefined
}

/** Parses a CIDR range (RFC 4632, section 3.1). A single address is a range of one. */
export function parseRange(text: string): AddressRange | undefined {
  if (!text.includes('/')) {
    const address = parseAddress(text)
    return address && [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text) && !ipaddr.IPv6.isValidCIDR(text)) return undefined
  const [network, bits] = ipaddr.parseCIDR(text)
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= MAPPED_BITS
  return isMapped ? [network.toIPv4Address(), bits - MAPPED_BITS] : [network, bits]
}

/** The valid ranges of a list. */
export function parseRanges(texts: readonly string[]): AddressRange[] {
  return texts.map(parseRange).filter((range) => range !== undefined)
}

/** Whether the text is an address within one of the ranges. A range of the other IP version never contains it. */
export function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  return ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

const SITE_BITS = 64

/**
 * The key for limits by address: an IPv4 address, or the /64 of an IPv6 address, which is one site (RFC 6177, section
 * 2).
 */
export function countedAddress(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${SITE_BITS}`)}/${SITE_BITS}`
}

// Other IPv6 addresses are not allocated (RFC 4291, section 4) or represent IPv4 (section 2.5.5.1).
const ALLOCATED_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether the text is an address routed on the public internet, according to IANA's registries (RFC 6890 and later).
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(ALLOCATED_IPV6)
}

// ipaddr.js would also accept 10 and 0x0a000001 as addresses.
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

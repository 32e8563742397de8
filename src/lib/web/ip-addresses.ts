// IP addresses and CIDR ranges: which texts are taken for one, and which address lies in which range.
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
export type AddressRange = [network: Address, bits: number]

const MAPPED_BITS = 96

/** IPv4 in four decimal parts, or IPv6; IPv4 in IPv6 form (RFC 4291, section 2.5.5.2) becomes IPv4. */
export function parseAddress(text: string | undefined): Address | undefined {
  return text !== undefined && isAddress(text) ? ipaddr.process(text) : undefined
}

/** A CIDR range (RFC 4632, section 3.1), or an address as the range of itself alone. */
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

/** The ranges among the texts. */
export function parseRanges(texts: readonly string[]): AddressRange[] {
  return texts.map(parseRange).filter((range) => range !== undefined)
}

/** Whether the text is an address that lies in one of the ranges; those of the other family never hold it. */
export function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  return ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

// What lies beside it is not given to anybody yet (RFC 4291, section 4), or stands for IPv4 (section 2.5.5.1).
const GIVEN_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether the text is an address that the whole internet routes, by the registries of IANA (RFC 6890 and later). */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GIVEN_IPV6)
}

// ipaddr.js alone would also take 10 and 0x0a000001 for addresses.
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

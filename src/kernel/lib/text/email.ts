// E-mail addresses: validation, and the canonical form for comparing two of them.
import { domainToASCII, domainToUnicode } from 'node:url'

const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64
const MAX_DOMAIN_LENGTH = 253

// RFC 5322 section 3.2.3 (dot-atom), extended by RFC 6531 section 3.3 to non-ASCII characters, except invisible ones.
// It is a single class without a case flag, because two overlapping classes would make a hostile address cost
// exponential time.
const ATOM = '[^()<>[\\]:;@\\\\,."\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}]+'
const DOT_ATOM = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')

// RFC 5321 section 2.3.5 (letters, digits, inner hyphens). A last label of only digits would be an IPv4 address.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?![0-9]+$)${LABEL}$`)

// Characters that a URL parser would drop silently or treat as something other than part of a host name.
const NOT_IN_DOMAIN = /[\s\p{Cc}%/\\?#@:[\]]/u

/**
 * Whether the trimmed text is an address of the form dot-atom@domain: at most 254 octets (RFC 5321 section 4.5.3.1), at
 * most 64 before the '@', and a domain of two or more labels, which may be international. Quoted local parts and IP
 * literals are not accepted.
 */
export function isEmail(s: string): boolean {
  const address = s.trim()
  if (address.length > MAX_ADDRESS_LENGTH) return false
  const { local, domain } = split(address)
  if (!DOT_ATOM.test(local) || Buffer.byteLength(local) > MAX_LOCAL_PART_LENGTH) return false
  const ascii = asciiDomain(domain)
  if (ascii === undefined || ascii.length > MAX_DOMAIN_LENGTH || !DOMAIN.test(ascii)) return false
  return Buffer.byteLength(local) + 1 + ascii.length <= MAX_ADDRESS_LENGTH && isDecodable(ascii)
}

/**
 * The form in which addresses are compared: trimmed, with ASCII letters of the local part in lowercase, and the domain
 * in lowercase punycode. Other letters of the local part keep their case: 'ı' and 'i' can be different mailboxes.
 */
export function canonicalEmail(s: string): string {
  const address = s.trim()
  const { local, domain } = split(address)
  const canonicalDomain = asciiDomain(domain) ?? lowerAscii(domain)
  return address.includes('@') ? `${lowerAscii(local)}@${canonicalDomain}` : lowerAscii(address)
}

function split(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) }
}

function asciiDomain(domain: string): string | undefined {
  const lower = lowerAscii(domain)
  if (DOMAIN.test(lower)) return lower
  if (NOT_IN_DOMAIN.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  // domainToASCII turns other IPv4 notations into the dotted form, which is not a domain name.
  return DOMAIN.test(ascii) ? ascii : undefined
}

/** domainToUnicode leaves invalid punycode unchanged. */
function isDecodable(ascii: string): boolean {
  return !ascii.includes('xn--') || !/(?:^|\.)xn--/.test(domainToUnicode(ascii))
}

function lowerAscii(s: string): string {
  return s.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

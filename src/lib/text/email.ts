// E-mail addresses: which are taken, and the form under which two of them are the same.
import { domainToASCII, domainToUnicode } from 'node:url'

const LONGEST_ADDRESS = 254
const LONGEST_LOCAL_PART = 64
const LONGEST_DOMAIN = 253

// RFC 5322 section 3.2.3 (dot-atom), widened by RFC 6531 section 3.3 to what is not ASCII, save what cannot be seen.
// One class without a case flag: two that overlap would let a hostile address cost exponential time.
const ATOM = '[^()<>[\\]:;@\\\\,."\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}]+'
const DOT_ATOM = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')

// RFC 5321 section 2.3.5 (letters, digits, hyphens inside); a last label of digits alone would be an IPv4 address.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?![0-9]+$)${LABEL}$`)

// What a URL parser would take for something other than part of a host name, or drop without a word.
const NOT_IN_DOMAIN = /[\s\p{Cc}%/\\?#@:[\]]/u

/**
 * Whether the text, trimmed, is an address of the form dot-atom@domain: 254 octets at most (RFC 5321 section 4.5.3.1),
 * 64 of them before the '@', and a domain of two labels or more, international ones included. Quoted local parts and
 * IP literals are not taken.
 */
export function isEmail(s: string): boolean {
  const address = s.trim()
  if (address.length > LONGEST_ADDRESS) return false
  const { local, domain } = split(address)
  if (!DOT_ATOM.test(local) || Buffer.byteLength(local) > LONGEST_LOCAL_PART) return false
  const ascii = asciiDomain(domain)
  if (ascii === undefined || ascii.length > LONGEST_DOMAIN || !DOMAIN.test(ascii)) return false
  return Buffer.byteLength(local) + 1 + ascii.length <= LONGEST_ADDRESS && isDecodable(ascii)
}

/**
 * The form under which addresses are matched: trimmed, ASCII letters of the local part in lower case, the domain in
 * lower-case punycode. Nothing else of the local part is folded, since 'ı' and 'i' may be two people's mailboxes.
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
  // An IPv4 address in another notation comes out in dotted form, which must not match the one sent.
  return DOMAIN.test(ascii) ? ascii : undefined
}

/** Punycode that stands for nothing is let through as it is, both ways. */
function isDecodable(ascii: string): boolean {
  return !ascii.includes('xn--') || !/(?:^|\.)xn--/.test(domainToUnicode(ascii))
}

function lowerAscii(s: string): string {
  return s.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

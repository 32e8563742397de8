// Addresses in the strict form that data formats ask for.

const NOT_OF_A_URI = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu

/**
 * The same address of a host with a name as a URI (RFC 3986, section 2): what browsers let pass beyond that
 * (`|`, `^`, a lone `%`, a second `#`) is percent-encoded.
 */
export function strictUri(address: string): string {
  const encoded = new URL(address).href.replace(NOT_OF_A_URI, encodeURIComponent)
  const fragment = encoded.indexOf('#') + 1
  if (fragment === 0) return encoded
  return encoded.slice(0, fragment) + encoded.slice(fragment).replaceAll('#', '%23')
}

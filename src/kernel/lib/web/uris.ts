// URIs in the strict form that data formats require.

const NOT_IN_URI = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu

/**
 * A URL with a named host, or a path of `origin`, as a strict URI (RFC 3986, section 2). Percent-encodes characters
 * that only browsers accept (`|`, `^`, a lone `%`, a second `#`).
 */
export function strictUri(address: string, origin?: string): string {
  const encoded = new URL(address, origin).href.replace(NOT_IN_URI, encodeURIComponent)
  const fragment = encoded.indexOf('#') + 1
  if (fragment === 0) return encoded
  return encoded.slice(0, fragment) + encoded.slice(fragment).replaceAll('#', '%23')
}

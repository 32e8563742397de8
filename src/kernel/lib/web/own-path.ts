// Paths of this site, for redirects to a page that a request names.

/** A path of this site, parsed as browsers do. Anything else becomes the home page. */
export function ownPath(path: unknown): string {
  const base = 'https://own.invalid'
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, base) : null
  // `/.//other.example` is a path of this site, but without the dot it names another host.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

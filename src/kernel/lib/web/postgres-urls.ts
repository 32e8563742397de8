// URLs of PostgreSQL with one or several hosts.

/** The values that Lectern can use, because it writes. */
const ATTRIBUTES = ['read-write', 'primary', 'any'] as const

/**
 * One URL for each host of a URL such as `postgres://a:5432,b:5432/lectern?target_session_attrs=read-write`
 * (postgresql.org/docs/15/libpq-connect.html, section 34.1.1.3). Undefined if the URL is invalid.
 */
export function urlsOfHosts(url: string): string[] | undefined {
  const [, start = '', hosts = '', end = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  const urls = hosts.split(',').map((host) => URL.parse(`${start}${host}${end}`))
  const isValid = urls.every((parsed) => {
    const wanted = parsed?.searchParams.get('target_session_attrs')
    return parsed && ATTRIBUTES.some((known) => known === (wanted ?? 'any'))
  })
  if (!isValid || start === '') return undefined
  return urls.flatMap((parsed) => {
    // Other parameters stay as written.
    const search = parsed?.search.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
    return parsed ? [Object.assign(parsed, { search }).href] : []
  })
}

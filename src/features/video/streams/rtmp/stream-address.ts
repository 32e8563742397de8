// The parts of the address of a stream, `rtmp://host/app/stream`.

export type StreamAddress = {
  isSecure: boolean
  host: string
  port: number
  /** What a client sends when it connects, and when it plays. Parameters such as tokens belong to the stream. */
  app: string
  url: string
  stream: string
}

const DEFAULT_PORTS = { rtmp: 1935, rtmps: 443 } as const

/** Undefined if the text is no address of a stream. */
export function parseStreamAddress(text: string): StreamAddress | undefined {
  const [, scheme = '', port] = /^(rtmps?):\/\/[^/?#]*?(?::(\d+))?(?:[/?#]|$)/i.exec(text) ?? []
  const parsed = asHttps(text)
  if (!parsed || scheme === '') return undefined
  const isSecure = scheme.toLowerCase() === 'rtmps'
  const { app, name } = splitPath(parsed.pathname.slice(1))
  const address = `${scheme.toLowerCase()}://${parsed.hostname}${port === undefined ? '' : `:${port}`}`
  return {
    isSecure,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: port === undefined ? DEFAULT_PORTS[isSecure ? 'rtmps' : 'rtmp'] : Number(port),
    app,
    url: `${address}/${app}`,
    stream: `${name}${parsed.search}`,
  }
}

/** The host name of an address; empty if it is none. */
export const hostOf = (url: string): string => asHttps(url)?.hostname ?? ''

/** The parser normalizes hosts only of schemes that it knows. */
const asHttps = (url: string): URL | null => URL.parse(url.replace(/^rtmps?:/i, 'https:'))

/** As ffmpeg does: `app/stream`, or `app/instance/stream`, of which only the last part may contain further slashes. */
function splitPath(path: string): { app: string; name: string } {
  const [app = '', ...rest] = path.split('/')
  const [instance, ...others] = rest
  if (instance === undefined || others.length === 0 || instance.includes(':'))
    return { app, name: rest.join('/') }
  return { app: `${app}/${instance}`, name: others.join('/') }
}

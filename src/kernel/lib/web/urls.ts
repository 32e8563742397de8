// URLs that the API accepts: web addresses, public ones, and live streams.
import { countCodePoints } from '../text/text.ts'

const MAX_URL_LENGTH = 2048

// Requires an authority, and rejects what the WHATWG parser would strip, rewrite, or read as user info.
const HTTP_FORM = /^https?:\/\/[^/?#\\@\s\p{Cc}]+(?:[/?#][^\\\s\p{Cc}]*)?$/iu
const HTTPS_FORM = /^https:\/\/[^/?#\\@]+(?:[/?#][^\\]*)?$/i
const RTMP_FORM = /^rtmps?:/i
const BLANK = /[\s\p{Cc}]/u
const HOST_NAME = /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}$/
// Other characters that the URL parser accepts in a host could end a directive of the page's CSP.
const SAFE_HOST = /^[a-z0-9._:[\]-]+$/
const LOCAL_HOST = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/

/** Whether the text is an `http:` or `https:` URL with any host and port, and without user info. */
export const isHttpUrl = (s: string): boolean => isShort(s) && HTTP_FORM.test(s) && URL.canParse(s)

/**
 * Whether the text is an `https:` URL of a public host: at most 2048 code points, no user info, no IP literal in any
 * notation (WHATWG URL, section 3.5), no local or single-label host name, and only the default port.
 */
export function isPublicHttpsUrl(s: string): boolean {
  return isShort(s) && parsePublic(s)?.port === ''
}

/** Like `isPublicHttpsUrl`, with any port. */
export function isPublicHttpsUrlWithPort(s: string): boolean {
  return isShort(s) && parsePublic(s) !== undefined
}

/** Whether the text begins like the URL of an RTMP stream. */
export const isRtmpUrl = (s: string): boolean => RTMP_FORM.test(s)

/** Whether the text is a public `https:` URL, or an `rtmp:` or `rtmps:` URL with the same host rules and any port. */
export function isStreamUrl(s: string): boolean {
  if (!isRtmpUrl(s)) return isPublicHttpsUrl(s)
  // The parser does not inspect hosts of other schemes. Parsed as https, they are normalized and checked in the same
  // way.
  return isShort(s) && parsePublic(s.replace(RTMP_FORM, 'https:')) !== undefined
}

/**
 * The template with `{id}` replaced; undefined if the result is not an https URL, or if it would be the same for all
 * ids.
 */
export function urlFromTemplate(template: string | null, id: string): URL | undefined {
  const url = template?.includes('{id}') ? URL.parse(template.replaceAll('{id}', id)) : null
  return url?.protocol === 'https:' && SAFE_HOST.test(url.host) ? url : undefined
}

function isShort(s: string): boolean {
  return s.length <= 2 * MAX_URL_LENGTH && countCodePoints(s) <= MAX_URL_LENGTH
}

function parsePublic(s: string): URL | undefined {
  if (BLANK.test(s) || !HTTPS_FORM.test(s)) return undefined
  const url = URL.parse(s)
  return url !== null && isPublicHost(url.hostname) ? url : undefined
}

/**
 * Whether a host name, as `URL` returns it, can be in public DNS: it has several labels and is not reserved for local
 * use.
 */
export function isPublicHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return HOST_NAME.test(name) && !IPV4.test(name) && !LOCAL_HOST.test(name)
}

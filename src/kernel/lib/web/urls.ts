// URLs that the API accepts: web addresses, public ones, live streams, and YouTube videos in their embed form.
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

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/
const VIDEO_ID = /^[\w-]{11}$/
// Two words of 11 characters that appear in place of an ID: a playlist, and the current stream of a channel.
const NOT_VIDEOS = new Set(['videoseries', 'live_stream'])

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

/** Whether the text is a public `https:` URL, or an `rtmp:` or `rtmps:` URL with the same host rules and any port. */
export function isStreamUrl(s: string): boolean {
  if (!RTMP_FORM.test(s)) return isPublicHttpsUrl(s)
  // The parser does not inspect hosts of other schemes. Parsed as https, they are normalized and checked in the same
  // way.
  return isShort(s) && parsePublic(s.replace(RTMP_FORM, 'https:')) !== undefined
}

/**
 * The embed URL for any common URL of a YouTube video, on YouTube's cookie-free host and with its start time; undefined
 * for other URLs.
 */
export function youtubeEmbedUrl(s: string): string | undefined {
  if (!isPublicHttpsUrl(s)) return undefined
  const url = new URL(s)
  const id = videoId(url)
  if (id === undefined || !VIDEO_ID.test(id) || NOT_VIDEOS.has(id)) return undefined
  const seconds = startSeconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return `https://www.youtube-nocookie.com/embed/${id}${seconds > 0 ? `?start=${seconds}` : ''}`
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

function videoId(url: URL): string | undefined {
  if (/^(?:www\.)?youtu\.be$/.test(url.hostname)) return /^\/([^/]+)\/?$/.exec(url.pathname)?.[1]
  if (!YOUTUBE_HOST.test(url.hostname)) return undefined
  if (/^\/watch\/?$/.test(url.pathname)) return url.searchParams.get('v') ?? undefined
  return /^\/(?:embed|live|shorts)\/([^/]+)\/?$/.exec(url.pathname)?.[1]
}

/** The seconds of `90`, `90s`, or `1h2m3s`; 0 for anything else. */
function startSeconds(text: string): number {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text)
  const [hours, minutes, seconds] = [parts?.[1], parts?.[2], parts?.[3]].map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

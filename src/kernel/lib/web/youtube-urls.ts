// YouTube videos in their embed form.
import { isPublicHttpsUrl } from './urls.ts'

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/
const VIDEO_ID = /^[\w-]{11}$/
// Two words of 11 characters that appear in place of an ID: a playlist, and the current stream of a channel.
const NOT_VIDEOS = new Set(['videoseries', 'live_stream'])

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

/** The page on YouTube of a video whose embed URL this is. */
export const youtubePageUrl = (embedUrl: string): string =>
  `https://youtu.be/${new URL(embedUrl).pathname.split('/').at(-1)}`

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

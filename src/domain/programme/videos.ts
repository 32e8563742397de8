// What the video of a talk may be, by the type of the talk.
import { isPublicHttpsUrl, isStreamUrl, youtubeEmbedUrl } from '../../lib/web/urls.ts'
import type { TalkType } from '../../schema/programme/talks.ts'
import { invalidData } from '../changes/errors.ts'

type Rule = { read(address: string): string | undefined; message: string }

const https = (address: string) => (isPublicHttpsUrl(address) ? address : undefined)
const rules: Record<Exclude<TalkType, 'embedded'>, Rule> = {
  rtmp: {
    read: (address) => (isStreamUrl(address) ? address : undefined),
    message: 'must be a public rtmp, rtmps, or https URL for a talk of type rtmp',
  },
  youtube: {
    read: youtubeEmbedUrl,
    message: 'must be the URL of a YouTube video for a talk of type youtube',
  },
  external: { read: https, message: 'must be a public https URL for a talk of type external' },
  replay: { read: https, message: 'must be a public https URL for a talk of type replay' },
}

/** What is wrong with an address for a type of talk; undefined where it fits. */
export function videoProblem(type: TalkType, address: string): string | undefined {
  if (type === 'embedded') return undefined
  const { read, message } = rules[type]
  return read(address) === undefined ? message : undefined
}

/**
 * The video as it is kept. With type embedded what is sent is ignored and what was kept stays.
 * Throws 422 at /video where the address does not fit the type.
 */
export function videoFor(
  type: TalkType,
  sent: string | null | undefined,
  kept: string | null,
): string | null {
  if (type === 'embedded') return kept
  const address = sent === undefined ? kept : sent
  if (address === null) return null
  const message = videoProblem(type, address)
  if (message !== undefined) throw invalidData([{ pointer: '/video', code: 'video', message }])
  return rules[type].read(address) ?? null
}

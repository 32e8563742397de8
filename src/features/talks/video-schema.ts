// The videos that each type of talk accepts.
import { isPublicHttpsUrl, isPublicHttpsUrlWithPort, isStreamUrl } from '../../kernel/lib/web/urls.ts'
import { youtubeEmbedUrl } from '../../kernel/lib/web/youtube-urls.ts'
import { objectRule } from '../../kernel/schema/object-rules.ts'
import type { AddressType } from './schema.ts'

type Rule = { read(address: string): string | undefined; message: string }

const accept = (isAccepted: (address: string) => boolean) => (address: string) =>
  isAccepted(address) ? address : undefined

const rules: Record<AddressType, Rule> = {
  rtmp: {
    read: accept(isStreamUrl),
    message:
      'must be a public rtmp or rtmps URL, or a public https URL without a port, for a talk of type rtmp',
  },
  youtube: {
    read: youtubeEmbedUrl,
    message: 'must be the URL of a YouTube video for a talk of type youtube',
  },
  external: {
    read: accept(isPublicHttpsUrlWithPort),
    message: 'must be a public https URL for a talk of type external',
  },
  replay: {
    read: accept(isPublicHttpsUrl),
    message: 'must be a public https URL without a port for a talk of type replay',
  },
}

const ruleOf = (type: string): Rule | undefined =>
  Object.hasOwn(rules, type) ? rules[type as AddressType] : undefined

/** The problem with a video for a type of talk; undefined if it fits. */
export function videoProblem(type: string, address: string): string | undefined {
  const rule = ruleOf(type)
  return rule && rule.read(address) === undefined ? rule.message : undefined
}

/** The form in which a video is stored; null if it does not fit. */
export const storedVideo = (type: AddressType, address: string): string | null =>
  rules[type].read(address) ?? null

/** If type and video are both sent, the video must match the type, and needs one. */
export const fittingVideo = objectRule('x-fitting-video', ({ type, video }) => {
  if (typeof video !== 'string') return undefined
  if (type === null) return { missing: 'type' }
  const message = typeof type === 'string' ? videoProblem(type, video) : undefined
  return message === undefined ? undefined : { attribute: 'video', type: String(type), message }
})

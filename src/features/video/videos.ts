// The videos that each type of talk accepts.

import { invalidData } from '../../kernel/changes/errors.ts'
import {
  isPublicHttpsUrl,
  isPublicHttpsUrlWithPort,
  isStreamUrl,
  youtubeEmbedUrl,
} from '../../kernel/lib/web/urls.ts'
import { type AddressType, hasAddress, type TalkType } from '../talks/schema.ts'

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

/** The problem with a video for a type of talk; undefined if it fits. */
export function videoProblem(type: TalkType, address: string): string | undefined {
  if (!hasAddress(type)) return undefined
  const { read, message } = rules[type]
  return read(address) === undefined ? message : undefined
}

/** Whether a talk of this type can have the video. Without a type, it has none. */
export const isFittingVideo = (type: TalkType | null, address: string): boolean =>
  type !== null && videoProblem(type, address) === undefined

/**
 * The video to store. A talk without a type has none, and a talk of type embedded ignores what was sent and keeps the
 * stored one. Refuses (422) a video that does not fit the type: at /video if it was sent, otherwise at /type. Refuses a
 * video without a type at /type.
 */
export function videoFor(
  type: TalkType | null,
  sent: string | null | undefined,
  kept: string | null,
): string | null {
  if (type === null && sent != null)
    throw invalidData([{ pointer: '/type', code: 'required', message: 'is required' }])
  if (type === null) return null
  if (!hasAddress(type)) return kept
  const address = sent === undefined ? kept : sent
  if (address === null) return null
  const message = videoProblem(type, address)
  if (message !== undefined && sent !== undefined)
    throw invalidData([{ pointer: '/video', code: 'video', message }])
  if (message !== undefined)
    throw invalidData([
      { pointer: '/type', code: 'video', message: `does not fit the current video, which ${message}` },
    ])
  return rules[type].read(address) ?? null
}

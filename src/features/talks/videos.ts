// The video of a talk.

import { invalidData } from '../../kernel/changes/errors.ts'
import { hasAddress, type TalkType } from './schema.ts'
import { storedVideo, videoProblem } from './video-schema.ts'

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
  return storedVideo(type, address)
}

// The video and audio messages of RTMP, which are tags of FLV: H.264 and AAC.
import { StreamEnd } from '../stream-end.ts'
import type { Message } from './chunks.ts'

export type MediaTag =
  /** A decoder configuration record (ISO/IEC 14496-15). */
  | { kind: 'video_config'; data: Buffer }
  /** An AudioSpecificConfig (ISO/IEC 14496-3). */
  | { kind: 'audio_config'; data: Buffer }
  /** `compositionMs` is from decoding to showing. */
  | { kind: 'video'; timeMs: number; compositionMs: number; isKey: boolean; data: Buffer }
  | { kind: 'audio'; timeMs: number; data: Buffer }

export const AUDIO = 8
export const VIDEO = 9

const H264 = 7
const AAC = 10
/** Enhanced RTMP sets this bit for codecs that we do not take. */
const IS_ENHANCED = 0x80
const KEY_FRAME = 1
/** Commands to the server, without a picture. */
const COMMAND_FRAME = 5

/** The tag of a message; undefined if it is empty. Throws StreamEnd for other codecs. */
export function mediaTagOf({ type, timestampMs, payload }: Message): MediaTag | undefined {
  if (payload.length === 0) return undefined
  return type === VIDEO ? videoTagOf(payload, timestampMs) : audioTagOf(payload, timestampMs)
}

function videoTagOf(payload: Buffer, timeMs: number): MediaTag | undefined {
  const [first = 0, packet] = payload
  const frame = first >> 4
  if ((first & IS_ENHANCED) !== 0 || (first & 0x0f) !== H264) throw new StreamEnd('codec')
  if (frame === COMMAND_FRAME || payload.length < 6) return undefined
  const data = payload.subarray(5)
  if (packet === 0) return { kind: 'video_config', data }
  if (packet !== 1) return undefined
  return { kind: 'video', timeMs, compositionMs: payload.readIntBE(2, 3), isKey: frame === KEY_FRAME, data }
}

function audioTagOf(payload: Buffer, timeMs: number): MediaTag | undefined {
  const [first = 0, packet] = payload
  if (first >> 4 !== AAC) throw new StreamEnd('codec')
  if (payload.length < 3) return undefined
  const data = payload.subarray(2)
  return packet === 0 ? { kind: 'audio_config', data } : { kind: 'audio', timeMs, data }
}

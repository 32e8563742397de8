// The addresses of recordings, and the names of their files in the storage of files.

import { DAY_MS } from '../../../kernel/lib/time/units.ts'
import { checkSignature, type Signing, signatureOf } from '../signed-paths.ts'
import { headerName, segmentName } from '../streams/hls/playlist.ts'

/** The last part of the address of a recording. */
export const RECORDING_PLAYLIST = 'recording.m3u8'

/** The address of a recording, which works until the end of the next day. Only people who may watch it get it. */
export const recordingUrl = (services: Signing, { talkId, origin }: { talkId: string; origin: string }) =>
  `${origin}/recordings/${talkId}/${signatureOf(services, signed(talkId))}/${RECORDING_PLAYLIST}`

export const checkRecordingSignature = (services: Signing, talkId: string, signature: string) =>
  checkSignature(services, signed(talkId), signature)

const signed = (talkId: string) => ({ what: `recording path ${talkId}`, periodMs: DAY_MS })

/** Players ask for files by the names that the playlist has. */
const FILE = /^\d{1,16}\.(?:mp4|m4s)$/
export const isRecordingFile = (name: string): boolean => FILE.test(name)

export const pathIn = (talkId: string, name: string): string => `recordings/${talkId}/${name}`
export const partPath = (talkId: string, sequence: number): string => pathIn(talkId, segmentName(sequence))
export const headerPath = (talkId: string, run: number): string => pathIn(talkId, headerName(run))

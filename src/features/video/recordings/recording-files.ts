// The addresses of recordings, and the names of their files in the storage of files.

import { isSignatureOf, signatureOf, type WithSecret } from '../signed-paths.ts'
import { headerName, segmentName } from '../streams/hls/playlist.ts'

/** The last part of the address of a recording. */
export const RECORDING_PLAYLIST = 'recording.m3u8'

const signed = (talkId: string): string => `recording path ${talkId}`

/** The address of a recording. Only people who may watch it get it. */
export const recordingUrl = (services: WithSecret, { talkId, origin }: { talkId: string; origin: string }) =>
  `${origin}/recordings/${talkId}/${signatureOf(services, signed(talkId))}/${RECORDING_PLAYLIST}`

export const isRecordingSignature = (services: WithSecret, talkId: string, signature: string): boolean =>
  isSignatureOf(services, signed(talkId), signature)

/** Players ask for files by the names that the playlist has. */
const FILE = /^\d{1,16}\.(?:mp4|m4s)$/
export const isRecordingFile = (name: string): boolean => FILE.test(name)

export const pathIn = (talkId: string, name: string): string => `recordings/${talkId}/${name}`
export const partPath = (talkId: string, sequence: number): string => pathIn(talkId, segmentName(sequence))
export const headerPath = (talkId: string, run: number): string => pathIn(talkId, headerName(run))

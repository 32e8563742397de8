// The picture and sound that the stage of the demo repeats. scripts/demo-stage makes them.
import { readFile } from 'node:fs/promises'
import { programFile } from '../../kernel/lib/program-files.ts'

/** A picture of VP8, or 20 ms of sound of Opus. */
export type Frame = { atMs: number; bytes: Buffer }
/** Both are as long as each other. */
export type Clip = { pictures: Frame[]; sounds: Frame[]; durationMs: number }

const SOUND_MS = 20

export async function readClip(): Promise<Clip> {
  const [ivf, ogg] = await Promise.all(
    ['picture.ivf', 'sound.ogg'].map((name) => readFile(programFile(`demo/stage/${name}`))),
  )
  const sounds = readOgg(ogg ?? Buffer.alloc(0))
  return { pictures: readIvf(ivf ?? Buffer.alloc(0)), sounds, durationMs: sounds.length * SOUND_MS }
}

/** A header of 32 bytes with the unit of time, and frames with a header of 12. */
function readIvf(file: Buffer): Frame[] {
  const unitMs = (1000 * file.readUInt32LE(20)) / file.readUInt32LE(16)
  const frames: Frame[] = []
  for (let at = file.readUInt16LE(6); at < file.length; ) {
    const end = at + 12 + file.readUInt32LE(at)
    frames.push({ atMs: Number(file.readBigUInt64LE(at + 4)) * unitMs, bytes: file.subarray(at + 12, end) })
    at = end
  }
  return frames
}

const OGG_HEADER_BYTES = 27
const MAX_SEGMENT = 255
/** Two packets of headers come first (RFC 7845, section 3). */
const OPUS_HEADERS = 2

/** Pages with tables of segments; a packet ends with a segment that is not full (RFC 3533, section 6). */
function readOgg(file: Buffer): Frame[] {
  const packets: Buffer[] = []
  let parts: Buffer[] = []
  for (let page = 0; page < file.length; ) {
    const count = file.readUInt8(page + OGG_HEADER_BYTES - 1)
    let at = page + OGG_HEADER_BYTES + count
    for (const size of file.subarray(page + OGG_HEADER_BYTES, at)) {
      parts.push(file.subarray(at, at + size))
      at += size
      if (size === MAX_SEGMENT) continue
      packets.push(Buffer.concat(parts))
      parts = []
    }
    page = at
  }
  return packets.slice(OPUS_HEADERS).map((bytes, index) => ({ atMs: index * SOUND_MS, bytes }))
}

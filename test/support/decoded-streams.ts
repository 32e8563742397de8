// Pictures of streams that play, as ffmpeg decodes them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ENCODER } from './encoder-process.ts'
import { waitUntil } from './until.ts'
import type { Visitor } from './visitors.ts'

type Viewer = Pick<Visitor, 'get'>
type Segment = { number: number; header: string }

const PICTURE = { width: 16, height: 9 }

/** The last segment in a playlist; number 0 before the first one. */
export async function lastSegment(who: Viewer, playlist: string): Promise<Segment> {
  const { text } = await who.get(playlist)
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.[1]
  return { number: Number(last(/^(\d+)\.m4s$/gm) ?? 0), header: last(/#EXT-X-MAP:URI="([^"]+)"/g) ?? '' }
}

/** Waits for a segment that is newer than one, and until its first picture is decoded. Returns its number. */
export async function untilPicture(who: Viewer, playlist: string, after: number): Promise<number> {
  const { number, header } = await waitUntil(
    () => lastSegment(who, playlist),
    (last) => last.number > after,
  )
  const files = await Promise.all(
    [header, `${number}.m4s`].map((name) => who.get(playlist.replace(/[^/]+$/, name))),
  )
  await decodeFirst(Buffer.concat(files.map(({ bytes }) => bytes)))
  return number
}

/** Throws if there is no picture. */
async function decodeFirst(mp4: Buffer): Promise<void> {
  const { width, height } = PICTURE
  const output = [
    '-frames:v',
    '1',
    '-s',
    `${width}x${height}`,
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    'pipe:1',
  ]
  const decoder = spawn(ENCODER, ['-loglevel', 'error', '-i', 'pipe:0', ...output])
  let [written, problems] = [0, '']
  decoder.stdout.on('data', (part: Buffer) => {
    written += part.length
  })
  decoder.stderr.on('data', (part: Buffer) => {
    problems += part
  })
  // It closes its input after the picture.
  decoder.stdin.on('error', () => {}).end(mp4)
  await once(decoder, 'close')
  if (written !== width * height) throw new Error(`ffmpeg decodes no picture: ${problems}`)
}

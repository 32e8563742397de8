// Draws the moving picture of the demo's stage and plays its tune, which repeat after twenty seconds, and makes a recording of
// both. Needs ffmpeg:
// `node scripts/demo-stage/make.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { frameAt, SECONDS, SIZE } from './picture.ts'
import { SAMPLE_RATE, tune } from './tune.ts'

const FRAMES_PER_SECOND = 15
const PART_SECONDS = 10
const FOLDER = new URL('../../src/demo/stage/', import.meta.url)
const target = (name: string) => new URL(name, FOLDER).pathname

await mkdir(FOLDER, { recursive: true })
await encode(
  [
    ...['-f', 'image2pipe', '-c:v', 'png', '-r', String(FRAMES_PER_SECOND), '-i', '-'],
    // A key frame each second, with which a viewer begins.
    ...['-c:v', 'libvpx', '-b:v', '220k', '-g', String(FRAMES_PER_SECOND), '-keyint_min', '1'],
    ...[
      '-quality',
      'good',
      '-cpu-used',
      '1',
      '-auto-alt-ref',
      '0',
      '-lag-in-frames',
      '0',
      target('picture.ivf'),
    ],
  ],
  frames(),
)
await encode(
  [
    ...['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-'],
    ...['-c:a', 'libopus', '-b:a', '32k', '-frame_duration', '20', target('sound.ogg')],
  ],
  [Buffer.from(tune(SECONDS).buffer)],
)

// Of the recording: a header and parts of ten seconds (RFC 8216, section 3.3), as the server makes them.
await encode(
  [
    ...['-f', 'image2pipe', '-c:v', 'png', '-r', String(FRAMES_PER_SECOND), '-i', '-'],
    ...['-i', target('sound.ogg'), '-c:a', 'aac', '-b:a', '48k'],
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30', '-pix_fmt', 'yuv420p', '-bf', '0'],
    ...['-g', String(FRAMES_PER_SECOND * PART_SECONDS), '-sc_threshold', '0'],
    ...['-f', 'hls', '-hls_time', String(PART_SECONDS), '-hls_segment_type', 'fmp4'],
    ...['-hls_fmp4_init_filename', 'recording.mp4'],
    ...['-hls_segment_filename', target('recording-%d.m4s'), target('recording.m3u8')],
  ],
  frames(),
)
await rm(target('recording.m3u8'))

async function* frames(): AsyncGenerator<Buffer> {
  for (let frame = 0; frame < SECONDS * FRAMES_PER_SECOND; frame += 1) {
    const svg = Buffer.from(frameAt(frame / FRAMES_PER_SECOND))
    yield await sharp(svg).resize(SIZE.width, SIZE.height).png({ compressionLevel: 1 }).toBuffer()
  }
}

async function encode(options: string[], input: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...options], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(ffmpeg, 'exit')
  for await (const part of input) if (!ffmpeg.stdin.write(part)) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
}

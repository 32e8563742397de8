// Draws the moving picture of the demo's stage and plays its tune, which repeat after twenty seconds. Needs ffmpeg:
// `node scripts/demo-stage/make.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { frameAt, SECONDS, SIZE } from './picture.ts'
import { SAMPLE_RATE, tune } from './tune.ts'

const FRAMES_PER_SECOND = 15
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

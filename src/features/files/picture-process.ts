// The process that decodes pictures, apart from the server, so that a hostile picture can end only this process. It
// reads one picture at a time and re-encodes it in all sizes, keeping nothing but its pixels. It also draws cards and
// icons.

import { writeFileSync } from 'node:fs'
import type { Sharp } from 'sharp'
import { type PictureFormat, type PictureSize, pictureFormats } from '../../kernel/lib/web/file-paths.ts'
import { MAX_PICTURE_SIDE, pictureSizes } from '../../kernel/lib/web/picture-sizes.ts'
import { draw } from './drawings.ts'
import { MAX_PICTURE_PIXELS } from './limits.ts'
import type { Crop, EncodedPicture, PictureResult, PictureTask } from './pictures.ts'

/** More than any phone produces. */
const MAX_MEMORY_BYTES = 768 * 1024 * 1024
const CHECK_MS = 25
const MAX_SECONDS = 15
/**
 * A drawing of a few kilobytes can take as long as its filters want, so it gets less time than a photo. CPU time, because a
 * busy machine is no fault of the drawing.
 */
const MAX_DRAWING_CPU_US = 2_000_000

/** The loaders for the formats of the web. libvips has many others. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`)

/** The CPU time when this process started to decode what may be a drawing; undefined while it does something else. */
let drawingSince: NodeJS.CpuUsage | undefined

watchLimits()
const sharp = await loadSharp()
process.on('disconnect', () => process.exit())
process.on('message', (task: PictureTask) => void respond(task))

function isDrawingTooLong(): boolean {
  if (!drawingSince) return false
  const { user, system } = process.cpuUsage(drawingSince)
  return user + system > MAX_DRAWING_CPU_US
}

/** Ends this process before it takes too much memory or time, and makes the kernel end it first if memory runs out. */
function watchLimits(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The file does not exist outside Linux.
  }
  setInterval(() => {
    // An exit would wait for the thread that decodes.
    if (process.memoryUsage.rss() > MAX_MEMORY_BYTES || isDrawingTooLong())
      process.kill(process.pid, 'SIGKILL')
  }, CHECK_MS)
}

async function loadSharp() {
  try {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    return sharp
  } catch {
    return undefined
  }
}

function send(message: PictureResult): void {
  process.send?.(message)
}

async function respond(task: PictureTask): Promise<void> {
  if (!sharp) return send({ status: 'unsupported' })
  try {
    if ('drawing' in task) return send({ status: 'drawn', bytes: await draw(sharp, task.drawing) })
    const { bytes, crop } = task
    send({ status: 'encoded', ...(await encode(Buffer.from(bytes), crop)) })
  } catch (error) {
    send({ status: 'refused', reason: reasonOf(error) })
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error && /pixel limit/i.test(error.message) ? 'too_many_pixels' : 'not_a_picture'

async function encode(bytes: Buffer, crop: Crop | undefined) {
  // Only decoding shows whether it is a drawing, which can be compressed.
  drawingSince = process.cpuUsage()
  const { data, info } = await decode(bytes, crop).finally(() => {
    drawingSince = undefined
  })
  const { width, height, channels } = info
  const pictures: EncodedPicture[] = []
  for (const size of pictureSizes({ width, height })) {
    for (const format of pictureFormats) {
      const pixels = sharp?.(data, { raw: { width, height, channels } })
      if (pixels) pictures.push({ size, format, bytes: await encodeAs(pixels, size, format) })
    }
  }
  return { largest: { width, height }, pictures }
}

/** The pixels of the first frame: upright, cropped, and no larger than the largest size. */
async function decode(bytes: Buffer, crop: Crop | undefined) {
  const open = () =>
    sharp?.(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true })
  const metadata = await open()?.metadata()
  if (metadata?.format !== 'svg') drawingSince = undefined
  const picture = open()
  if (!metadata || !picture) throw new Error('There is no decoder.')
  picture.autoOrient()
  if (crop) picture.extract(regionOf(crop, metadata.autoOrient))
  return picture
    .resize({
      width: MAX_PICTURE_SIDE,
      height: MAX_PICTURE_SIDE,
      fit: 'inside',
      // Vector drawings are rendered in this size, whatever their own.
      withoutEnlargement: metadata.format !== 'svg',
    })
    .toColourspace('srgb')
    .timeout({ seconds: MAX_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

/** The pixel region of a crop, which is given in shares of the width and height. */
function regionOf(crop: Crop, { width, height }: PictureSize) {
  const left = Math.min(width - 1, Math.round(crop.left * width))
  const top = Math.min(height - 1, Math.round(crop.top * height))
  return {
    left,
    top,
    width: Math.min(width - left, Math.max(1, Math.round(crop.width * width))),
    height: Math.min(height - top, Math.max(1, Math.round(crop.height * height))),
  }
}

async function encodeAs(pixels: Sharp, { width, height }: PictureSize, format: PictureFormat) {
  const resized = pixels.resize({ width, height, fit: 'fill' })
  // More effort takes several times as long for files that are a few percent smaller.
  const encoded =
    format === 'avif'
      ? resized.avif({ quality: 60, effort: 2 })
      : resized.webp({ quality: 82, effort: 3, smartSubsample: true })
  return Buffer.from(await encoded.timeout({ seconds: MAX_SECONDS }).toBuffer())
}

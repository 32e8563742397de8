// Pictures and documents for tests, made on the fly.
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Size = { width: number; height: number }

/** Half red and half blue, so that crops and rotations are visible. */
const halves = ({ width, height }: Size): Sharp => {
  const half = Math.ceil(width / 2)
  const blue = { create: { width: width - half || 1, height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: width > 1 ? half : 0, top: 0 },
  ])
}

export const png = (size: Size): Promise<Buffer> => halves(size).png().toBuffer()
export const jpeg = (size: Size): Promise<Buffer> => halves(size).jpeg().toBuffer()

/** An SVG that takes many times longer than any drawing of an event. */
export const slowDrawing = (seed: number): string => {
  const step = `<feTurbulence baseFrequency="0.9" numOctaves="9" seed="${seed}"/><feMorphology operator="dilate" radius="90"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">
<filter id="f" x="0" y="0" width="1" height="1">${step.repeat(40)}</filter>
<rect width="4000" height="4000" filter="url(#f)"/></svg>`
}

type PdfParts = { catalog?: string; trailer?: string; objects?: string[] }

/** A PDF of one empty page, with a comment, more entries of its catalog and trailer, and more objects. */
export function pdf(text = '', { catalog = '', trailer = '', objects: more = [] }: PdfParts = {}): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    ...more,
  ]
  let content = `%PDF-1.7\n%${text}\n`
  const offsets = objects.map((object, index) => {
    const offset = content.length
    content += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = content.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  content += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(content, 'latin1')
}

/** An object of a PDF that contains another, compressed. */
export function pdfObjectStream(object: string, filter = '/FlateDecode'): string {
  const content = deflateSync(Buffer.from(`9 0 ${object}`))
  const stream = filter === '/FlateDecode' ? content.toString('latin1') : `${content.toString('hex')}>`
  return `<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${stream.length} >>\nstream\n${stream}\nendstream`
}

/** The size and format of a picture, and the color in the middle of its left and right half. */
export async function lookAt(bytes: Buffer) {
  const { format, width, height, exif, icc } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(x * info.width)) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red},${green},${blue}`
  }
  return {
    format,
    width,
    height,
    hasMetadata: Boolean(exif ?? icc),
    left: colorAt(0.25),
    right: colorAt(0.75),
  }
}

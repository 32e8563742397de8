// Files that attack the code that reads, stores, or serves them, made the same way each time.
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Send } from './api.ts'
import { pdf, pdfObjectStream, png } from './pictures.ts'
import { sized } from './sizes.ts'

export type HostileFile = { name: string; type: string; bytes: Buffer }

/** Runs in a browser that mistakes a file for a page or a script. */
export const SCRIPT = 'alert("hostile")'
/** A place in the metadata of a photo. */
export const PLACE = 'Null Island Beach'

const file = (name: string, type: string, content: Buffer | string): HostileFile => ({
  name,
  type,
  bytes: Buffer.from(content),
})
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Uploads each file and returns the paths of accepted ones. */
export async function uploadAll(send: Send, files: readonly HostileFile[]): Promise<[HostileFile, string][]> {
  const served: [HostileFile, string][] = []
  for (const file of files) {
    const { status, body } = await send('POST', '/files', {
      raw: file.bytes,
      headers: { 'content-type': file.type },
    })
    expect([200, 201, 413, 415, 422], `${file.name}: ${status} ${body?.code}`).toContain(status)
    if (body.path) served.push([file, body.path])
  }
  return served
}

/** At least 200 files of all kinds. `npm test` gets every fifth of them. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const all = [
    ...(await polyglots()),
    ...pages(),
    ...pngBombs(),
    ...webpBombs(),
    ...gifBombs(),
    ...drawings(),
    ...(await photosWithPlace()),
    ...(await truncated()),
    ...documents(),
    ...fragments(),
    ...(await mutations()),
  ]
  expect(all.length).toBeGreaterThanOrEqual(200)
  const step = sized({ quick: 5, small: 1 })
  return all.filter((_file, index) => index % step === 0)
}

/** Pictures that are also scripts, pages, or archives. */
async function polyglots(): Promise<HostileFile[]> {
  const gif = await sharp(await png({ width: 4, height: 4 }))
    .gif()
    .toBuffer()
  const jpeg = await sharp(await png({ width: 4, height: 4 }))
    .jpeg()
    .toBuffer()
  const small = await png({ width: 4, height: 4 })
  const tails = [
    `;${SCRIPT}`,
    `<script>${SCRIPT}</script>`,
    '%PDF-1.7\n%%EOF',
    `PK\x05\x06${'\0'.repeat(18)}`,
  ]
  return [
    file('GIF that is a script', 'image/gif', `GIF89a/*${'\0'.repeat(20)}*/=1;${SCRIPT}//;`),
    file('BMP that is a script', 'image/png', `BM=1;${SCRIPT}`),
    ...tails.flatMap((tail, at) => [
      file(`GIF with a tail ${at}`, 'image/gif', Buffer.concat([gif, Buffer.from(tail, 'latin1')])),
      file(`JPEG with a tail ${at}`, 'image/jpeg', Buffer.concat([jpeg, Buffer.from(tail, 'latin1')])),
      file(`PNG with a tail ${at}`, 'image/png', Buffer.concat([small, Buffer.from(tail, 'latin1')])),
    ]),
    file('PNG with a page in its text', 'image/png', withText(small, `<script>${SCRIPT}</script>`)),
    file('JPEG sent as PNG', 'image/png', jpeg),
    file('GIF sent as a PDF', 'application/pdf', gif),
  ]
}

function pages(): HostileFile[] {
  const page = `<!doctype html><script>${SCRIPT}</script>`
  const types = [
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'image/avif',
    'image/svg+xml',
    'application/pdf',
  ]
  return [
    ...types.map((type) => file(`page as ${type}`, type, page)),
    file('page of an unknown type', 'application/octet-stream', page),
    file('page as a page', 'text/html', page),
    file('script as a script', 'text/javascript', SCRIPT),
  ]
}

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A black picture with one bit per pixel. */
const pngOf = (width: number, height: number, data: Buffer, extra = Buffer.alloc(0)) =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])),
    extra,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])

const withText = (picture: Buffer, text: string) =>
  Buffer.concat([
    picture.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    picture.subarray(33),
  ])

function pngBombs(): HostileFile[] {
  const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes))
  const sizes = [
    [20_000, 20_000],
    [50_000, 1_001],
    [1, 50_000_001],
    [0xffff, 0xffff],
    [0x7fffffff, 0x7fffffff],
    [0x7fffffff, 1],
    [0, 0],
  ] as const
  const pixel = zeros(2)
  const bomb = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(200_000_000)])
  return [
    ...sizes.map(([width, height]) =>
      file(
        `PNG of ${width} × ${height}`,
        'image/png',
        pngOf(width, height, zeros(width === 20_000 ? 50_020_000 : 1000)),
      ),
    ),
    file('PNG with 200 MB for one pixel', 'image/png', pngOf(1, 1, zeros(200_000_000))),
    file('PNG with a text of 200 MB', 'image/png', pngOf(1, 1, pixel, chunk('zTXt', bomb))),
    file('PNG with a profile of 200 MB', 'image/png', pngOf(1, 1, pixel, chunk('iCCP', bomb))),
    file(
      'PNG with 20,000 texts',
      'image/png',
      pngOf(1, 1, pixel, Buffer.concat(Array(20_000).fill(chunk('tEXt', Buffer.from('a\0b'))))),
    ),
  ]
}

const riff = (...chunks: Buffer[]) => {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from('RIFF'), size, content])
}
const riffChunk = (type: string, data: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
}

function webpBombs(): HostileFile[] {
  const extended = Buffer.from([0x02, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
  const lossless = Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), riffChunk('VP8L', lossless)]))
  return [
    file(
      'WebP of 2^24 pixels a side',
      'image/webp',
      riff(riffChunk('VP8X', extended), riffChunk('VP8L', lossless)),
    ),
    file('WebP of 16,384 pixels a side', 'image/webp', riff(riffChunk('VP8L', lossless))),
    file(
      'WebP with 50,000 frames',
      'image/webp',
      riff(riffChunk('VP8X', extended), riffChunk('ANIM', Buffer.alloc(6)), ...Array(50_000).fill(frame)),
    ),
    file('WebP that ends after its head', 'image/webp', riff()),
  ]
}

function gifBombs(): HostileFile[] {
  const head = (side: number) => {
    const size = Buffer.alloc(4)
    size.writeUInt16LE(side, 0)
    size.writeUInt16LE(side, 2)
    return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  }
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  const frames = (count: number) => Buffer.concat(Array(count).fill(frame))
  return [
    file('GIF of 65,535 pixels a side', 'image/gif', Buffer.concat([head(65_535), frame, Buffer.from(';')])),
    file('GIF with 200,000 frames', 'image/gif', Buffer.concat([head(1), frames(200_000), Buffer.from(';')])),
    file(
      'GIF of 7,000 pixels a side with 5,000 frames',
      'image/gif',
      Buffer.concat([head(7_000), frames(5_000), Buffer.from(';')]),
    ),
    file('GIF without frames', 'image/gif', Buffer.concat([head(10), Buffer.from(';')])),
  ]
}

function drawings(): HostileFile[] {
  const svg = (content: string, attributes = 'width="8" height="1"', head = '') =>
    `<?xml version="1.0"?>${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
  const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
    '',
  )
  const uses = Array.from(
    { length: 12 },
    (_, i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('')
  const all: Record<string, string> = {
    'with a script': svg(`<script>${SCRIPT}</script><rect width="8" height="8"/>`),
    'with an event': svg(
      `<rect width="8" height="8" onload='${SCRIPT}'/>`,
      `width="8" height="8" onload='${SCRIPT}'`,
    ),
    'with a page': svg(
      `<foreignObject width="8" height="8"><body xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></body></foreignObject>`,
    ),
    'with a file of the server': svg(
      '<text>&x;</text>',
      'width="8" height="1"',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ),
    'with a picture of the server': svg('<image xlink:href="file:///etc/passwd" width="8" height="8"/>'),
    'with a picture of a host': svg('<image xlink:href="http://127.0.0.1:9/x.png" width="8" height="8"/>'),
    'with a style sheet of a host': svg('<style>@import url("http://127.0.0.1:9/x.css")</style>'),
    'with entities of entities': svg(
      '<text>&e10;</text>',
      'width="8" height="1"',
      `<!DOCTYPE svg [<!ENTITY e0 "aaaaaaaaaa">${entities}]>`,
    ),
    'with copies of copies': svg(
      `<defs><rect id="g0" width="1" height="1"/>${uses}</defs><use xlink:href="#g12"/>`,
    ),
    'of 10^9 pixels a side': svg('<rect width="9" height="9"/>', 'width="1000000000" height="1000000000"'),
    'of 10^9 by 1 pixels': svg('<rect width="9" height="9"/>', 'width="1000000000" height="1"'),
    'without a size': svg('<rect width="100%" height="100%"/>', ''),
    'in 100,000 levels': svg(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`),
    'with a wide blur': svg(
      '<filter id="f"><feGaussianBlur stdDeviation="100000"/></filter><rect width="8" height="8" filter="url(#f)"/>',
    ),
    'with a pattern in a pattern': svg(
      '<pattern id="p" width="0.0001" height="0.0001"><rect width="1" height="1" fill="url(#p)"/></pattern><rect width="8" height="8" fill="url(#p)"/>',
    ),
    compressed: '\u001f\u008b\b\0\0\0\0\0',
  }
  return Object.entries(all).map(([name, content]) => file(`drawing ${name}`, 'image/svg+xml', content))
}

async function photosWithPlace(): Promise<HostileFile[]> {
  const exif = {
    IFD0: { ImageDescription: PLACE, Artist: SCRIPT },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '0/1 0/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '0/1 0/1 0/1',
    },
  }
  const sizes = [16, 400, 900]
  const made = sizes.flatMap((width) =>
    (['jpeg', 'png', 'webp', 'avif'] as const).map(async (format) => {
      const picture = sharp(await png({ width, height: 12 }))
        .withExif(exif)
        .toFormat(format)
      return file(`${format} with a place, ${width} pixels wide`, `image/${format}`, await picture.toBuffer())
    }),
  )
  return Promise.all(made)
}

async function truncated(): Promise<HostileFile[]> {
  const source = sharp(await png({ width: 300, height: 300 }))
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
  const pictures = await Promise.all(
    formats.map(
      async (format) => [`image/${format}`, await source.clone().toFormat(format).toBuffer()] as const,
    ),
  )
  const shares = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]
  return [...pictures, ['application/pdf', pdf()] as const].flatMap(([type, bytes]) =>
    shares.map((share) => file(`${share * 100} % of ${type}`, type, bytes.subarray(0, bytes.length * share))),
  )
}

function documents(): HostileFile[] {
  const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')
  return [
    ...activeDocuments(),
    file('PDF that is a page', 'application/pdf', pdf(`<html><script>${SCRIPT}</script>`)),
    file('PDF that is an archive', 'application/pdf', Buffer.concat([pdf(), zip, Buffer.from('%%EOF')])),
    file(
      'PDF behind a page',
      'application/pdf',
      Buffer.concat([Buffer.from(`<script>${SCRIPT}</script>`), pdf()]),
    ),
    file('PDF sent as a picture', 'image/png', pdf()),
    file('archive with a path out of its folder', 'application/pdf', `PK\x03\x04../../../etc/cron.d/x`),
    file('archive of an unknown type', 'application/octet-stream', zip),
  ]
}

/** PDF files that act when they are opened, some of them in a hidden way. */
function activeDocuments(): HostileFile[] {
  const script = `<< /S /JavaScript /JS (app.${SCRIPT}) >>`
  const opens = '/OpenAction 4 0 R'
  const all: Record<string, Buffer> = {
    'with a script': pdf('', { catalog: `/OpenAction ${script}` }),
    'with a script by another name': pdf('', { catalog: '/OpenAction << /S /J#61vaScript /J#53 4 0 R >>' }),
    'with a script in a compressed object': pdf('', { catalog: opens, objects: [pdfObjectStream(script)] }),
    'with a script that is compressed twice': pdf('', {
      catalog: opens,
      objects: [pdfObjectStream(script, '[/ASCIIHexDecode /FlateDecode]')],
    }),
    'with a script in a text': pdf('', { catalog: `/Lang (5 0 obj ${script})` }),
    'with objects of 200 MB': pdf('', { objects: [pdfObjectStream('0 '.repeat(100_000_000))] }),
    'that starts a program': pdf('', { catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
    'with another file': pdf('', { catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>' }),
    'that is encrypted': pdf('', { trailer: '/Encrypt << /Filter /Standard /V 1 >>' }),
    'without an end of its brackets': pdf('', { objects: ['<< '.repeat(500_000)] }),
  }
  return Object.entries(all).map(([name, bytes]) => file(`PDF ${name}`, 'application/pdf', bytes))
}

/** Empty files, and the first bytes of each format. */
function fragments(): HostileFile[] {
  const starts: [string, string][] = [
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/webp', 'RIFF\xff\xff\xff\xffWEBP'],
    ['image/gif', 'GIF89a'],
    ['image/avif', '\0\0\0\x1cftypavif'],
    ['image/svg+xml', '<svg'],
    ['application/pdf', '%PDF-1.7'],
  ]
  return starts.flatMap(([type, start]) =>
    ['', start.slice(0, 1), start, start + '\xff'.repeat(3000)].map((bytes, at) =>
      file(`fragment ${at} of ${type}`, type, Buffer.from(bytes, 'latin1')),
    ),
  )
}

const MUTATIONS = 14

/** Pictures with some bytes changed. */
async function mutations(): Promise<HostileFile[]> {
  const source = sharp(await png({ width: 40, height: 40 }))
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
  const all = formats.map(async (format) => {
    const bytes = await source.clone().toFormat(format).toBuffer()
    return Array.from({ length: MUTATIONS }, (_, seed) =>
      file(`mutation ${seed} of ${format}`, `image/${format}`, mutate(bytes, `${format} ${seed}`)),
    )
  })
  return (await Promise.all(all)).flat()
}

function mutate(bytes: Buffer, seed: string): Buffer {
  const copy = Buffer.from(bytes)
  const random = createHash('sha512').update(seed).digest()
  for (let at = 0; at < 24; at += 3) copy[random.readUInt16BE(at) % copy.length] = random[at + 2] ?? 0
  return copy
}

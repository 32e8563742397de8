// Uploading files, what is served of them, and where they can be used.
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { jpeg, lookAt, pdf, pdfObjectStream, png, slowDrawing } from '../../../test/support/pictures.ts'
import { addSite, startPlatform } from '../../../test/support/shared-servers.ts'
import { eraseExpired } from '../deleted-objects/deleted-objects.ts'
import { changeSettings } from '../platforms/platforms.ts'
import { removeUnused } from './unused-files.ts'

let api: TestApi
beforeAll(async () => {
  api = await startPlatform()
})

type Uploading = { key?: string; query?: string; headers?: Record<string, string> }
const upload = (raw: Buffer, type: string, { key, query = '', headers = {} }: Uploading = {}) =>
  api.send('POST', `/files${query}`, {
    raw,
    headers: { 'content-type': type, ...headers },
    ...(key === undefined ? {} : { key }),
  })
const get = (path: string) => api.sendTo('GET', path, { key: null })

test('a picture is served upright and without metadata, in three sizes and two formats', async () => {
  // Turned by 90 degrees, as cameras note it, and with a location.
  const sent = await sharp(await png({ width: 2000, height: 1000 }))
    .rotate(90)
    .jpeg()
    .withMetadata({ orientation: 8 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } })
    .toBuffer()
  expect(await sharp(sent).metadata()).toMatchObject({ width: 1000, height: 2000, orientation: 8 })
  const { status, headers, body } = await upload(sent, 'image/jpeg')
  expect([status, body]).toEqual([
    201,
    {
      code: 'ok',
      message: 'File stored.',
      id: expect.any(String),
      path: `/files/${body.id}-1600x800.webp`,
      type: 'image/webp',
      width: 1600,
      height: 800,
    },
  ])
  expect(headers.location).toBe(body.path)
  for (const [size, width, height] of [
    ['320x160', 320, 160],
    ['800x400', 800, 400],
    ['1600x800', 1600, 800],
  ]) {
    for (const [extension, format] of [
      ['webp', 'webp'],
      ['avif', 'heif'],
    ]) {
      const served = await get(`/files/${body.id}-${size}.${extension}`)
      expect(served.status).toBe(200)
      expect(served.headers).toMatchObject({
        'content-type': `image/${extension}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'content-length': String(served.bytes.length),
      })
      const side = { left: 'red', right: 'blue' }
      expect(await lookAt(served.bytes)).toEqual({ format, width, height, hasMetadata: false, ...side })
    }
  }
  for (const path of [`/files/${body.id}-801x400.webp`, `/files/${body.id}.webp`, '/files/..%2Flectern.db'])
    expect((await get(path)).status).toBe(404)
})

test('a file is served only at hosts of its platform', async () => {
  const { path } = (await upload(await png({ width: 12, height: 12 }), 'image/png')).body
  const other = await addSite(api)
  expect((await other.sendTo('GET', path, { key: null })).status).toBe(404)
  expect((await get(path)).status).toBe(200)
  expect((await other.sendTo('GET', path, { key: null })).status).toBe(404)
})

test('drawings that take too long are refused, and hold up nobody but their own account', async () => {
  const other = await addSite(api)
  const slow = [Buffer.from(slowDrawing(1)), gzipSync(slowDrawing(2))].map((drawing) =>
    upload(drawing, 'image/svg+xml'),
  )
  const quick = await Promise.all(Array.from({ length: 8 }, (_, n) => png({ width: 30 + n, height: 30 })))
  const uploads = [...slow, ...quick.map((picture) => upload(picture, 'image/png'))]
  const headers = { 'content-type': 'image/png' }
  const fine = await other.send('POST', '/files', { raw: await png({ width: 30, height: 30 }), headers })
  expect(fine.status).toBe(201)
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  // An account or key has at most eight pictures in progress.
  expect(statuses.sort()).toEqual([...Array(6).fill(201), 422, 422, 503, 503])
})

test('a PDF that only mentions scripts is accepted, also in compressed objects', async () => {
  const link = '<< /S /URI /URI (https://example.org/Web/JavaScript) >> % /JavaScript'
  const { status } = await upload(pdf('', { objects: [link, pdfObjectStream(link)] }), 'application/pdf')
  expect(status).toBe(201)
})

test('a PDF is served for download only', async () => {
  const bytes = pdf('for download')
  const { status, body } = await upload(bytes, 'application/pdf')
  expect([status, body]).toEqual([
    201,
    {
      code: 'ok',
      message: 'File stored.',
      id: expect.any(String),
      path: `/files/${body.id}.pdf`,
      type: 'application/pdf',
      width: null,
      height: null,
    },
  ])
  const served = await get(body.path)
  expect(served.bytes).toEqual(bytes)
  expect(served.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('the same file is stored once, a dry run stores nothing, and a repeated request gets the first response', async () => {
  const picture = await png({ width: 64, height: 40 })
  const dry = await upload(picture, 'image/png', { query: '?dryRun=true' })
  expect([dry.status, dry.body]).toEqual([
    200,
    {
      code: 'ok',
      message: 'Dry run, nothing was changed: File stored.',
      dryRun: true,
      status: 201,
      id: null,
      changes: [
        { pointer: '/height', before: null, after: 40 },
        { pointer: '/type', before: null, after: 'image/webp' },
        { pointer: '/width', before: null, after: 64 },
      ],
      accounts: [],
    },
  ])
  const once = { headers: { 'idempotency-key': 'once' } }
  const first = await upload(picture, 'image/png', once)
  expect([first.status, first.body.path]).toEqual([201, `/files/${first.body.id}-64x40.webp`])
  const repeated = await upload(picture, 'image/png', once)
  expect([repeated.status, repeated.headers['idempotent-replayed'], repeated.body]).toEqual([
    201,
    'true',
    first.body,
  ])
  const again = await upload(picture, 'image/png')
  const message = 'Nothing to change: the file is already stored.'
  expect([again.status, again.body]).toEqual([200, { ...first.body, message }])
  const other = await upload(await png({ width: 64, height: 41 }), 'image/png', once)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test.each([
  ['no picture', 'image/png', () => Buffer.from('<script>alert(1)</script>'), 422, 'not_a_picture'],
  ['nothing', 'image/png', () => Buffer.alloc(0), 422, 'not_a_picture'],
  ['a PDF as a picture', 'image/jpeg', () => pdf(), 422, 'not_a_picture'],
  [
    'a HEIC picture',
    'image/jpeg',
    () => Buffer.from(['\0\0\0\x10', 'ftyp', 'heic', '\0\0\0\0'].join('')),
    422,
    'heic_picture',
  ],
  ['a picture as a PDF', 'application/pdf', () => png({ width: 8, height: 8 }), 422, 'not_a_pdf'],
  [
    'a PDF that browsers take for a page',
    'application/pdf',
    () => pdf('<html><script>'),
    422,
    'ambiguous_pdf',
  ],
  [
    'a PDF that runs a script',
    'application/pdf',
    () => pdf('', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
    422,
    'active_pdf',
  ],
  ['too many pixels', 'image/png', () => png({ width: 10_000, height: 5_001 }), 422, 'too_many_pixels'],
  [
    'half a picture',
    'image/jpeg',
    async () => (await jpeg({ width: 900, height: 900 })).subarray(0, 2_000),
    422,
    'not_a_picture',
  ],
  ['an unknown type', 'text/html', () => Buffer.from('<p>'), 415, 'unsupported_media_type'],
  ['too many bytes', 'image/png', () => Buffer.alloc(16 * 1024 * 1024 + 1), 413, 'body_too_large'],
] as const)('refuses %s', async (_name, type, make, status, code) => {
  const answer = await upload(await make(), type)
  expect([answer.status, answer.body.errors?.[0].code ?? answer.body.code]).toEqual([status, code])
})

test('a talk, a person, and a sponsor accept files of their platform only', async () => {
  const picture = (await upload(await png({ width: 100, height: 50 }), 'image/png')).body.path
  const slides = (await upload(pdf(), 'application/pdf')).body.path
  const { standard } = await api.addPlatform('other-files')
  const foreign = (await upload(await png({ width: 30, height: 30 }), 'image/png', { key: standard })).body
    .path
  const files = [{ label: 'Slides', url: slides }]
  const speakers = [{ email: 'files@example.org', firstName: 'Ada', lastName: 'Sample', avatar: picture }]
  const { status, body } = await api.send('POST', '/talks', {
    body: talk({ image: picture, files, speakers }),
  })
  expect(status).toBe(201)
  const read = (await api.send('GET', `/talks/${body.id}`)).body
  expect([read.image, read.files, read.speakers[0].avatar]).toEqual([picture, files, picture])
  const logo = await api.send('POST', '/sponsors', {
    body: { name: 'One', logo: picture, icon: picture, level: 1 },
  })
  expect(logo.status).toBe(201)
  const user = { email: 'b@example.org', type: 'Attendee', firstName: 'B', lastName: 'C', avatar: picture }
  expect((await api.send('POST', '/users', { body: user })).status).toBe(201)

  const absent = picture.replace('100x50', '100x51')
  for (const url of [foreign, absent]) {
    const refused = await api.send('PUT', `/talks/${body.id}`, { body: { image: url } })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/image',
          code: 'unknown_file',
          message: 'is not a file of this platform; upload it first, and send the path of the response',
        },
      ],
    ])
  }
  const unfit = { image: slides, files: [{ label: 'Slides', url: picture }] }
  const refused = await api.send('PUT', `/talks/${body.id}`, { body: unfit })
  expect(
    refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
  ).toEqual([
    ['/image', 'format'],
    ['/files/0/url', 'format'],
  ])
})

const DAY_MS = 24 * 3_600_000

test('a file is removed a day after the last reference to it, and that of a deleted person right away', async () => {
  const paths: string[] = []
  for (let width = 10; width < 17; width += 1)
    paths.push((await upload(await png({ width, height: 10 }), 'image/png')).body.path)
  const slides = (await upload(pdf('removed'), 'application/pdf')).body.path
  const [unused, image, logo, icon, avatar, banner, own] = paths
  const put = async (method: string, path: string, body: object) =>
    (await api.send(method, path, { body })).body.id
  const talkId = await put('POST', '/talks', talk({ image, files: [{ label: 'Slides', url: slides }] }))
  const sponsorId = await put('POST', '/sponsors', { name: 'Two', logo, icon, level: 1 })
  const person = { type: 'Attendee', firstName: 'D', lastName: 'E' }
  const userId = await put('POST', '/users', { ...person, email: 'd@example.org', avatar })
  const deletedId = await put('POST', '/users', { ...person, email: 'e@example.org', avatar: own })
  await changeSettings(api.installation, api.platform.caller, { banner: String(banner) })
  await api.send('DELETE', `/users/${deletedId}`)
  const kept = async () => {
    await removeUnused(api.installation)
    const statuses = await Promise.all([...paths, slides].map(async (path) => (await get(path)).status))
    return [...paths, slides].filter((_path, index) => statuses[index] === 200)
  }
  expect(await kept()).toEqual([unused, image, logo, icon, avatar, banner, slides])
  api.clock.pass(DAY_MS + 1)
  expect(await kept()).toEqual([image, logo, icon, avatar, banner, slides])
  await put('PUT', `/talks/${talkId}`, { image: null, files: [] })
  await put('PUT', `/sponsors/${sponsorId}`, { icon: null })
  await put('PUT', `/users/${userId}`, { avatar: null })
  await changeSettings(api.installation, api.platform.caller, { banner: null })
  api.clock.pass(DAY_MS - 1)
  expect(await kept()).toEqual([image, logo, icon, avatar, banner, slides])
  await put('PUT', `/talks/${talkId}`, { image })
  api.clock.pass(2)
  expect(await kept()).toEqual([image, logo])
  await api.send('DELETE', `/talks/${talkId}`)
  await api.send('DELETE', `/sponsors/${sponsorId}`)
  api.clock.pass(DAY_MS + 1)
  // They can be restored for 30 days.
  expect(await kept()).toEqual([image, logo])
  api.clock.pass(29 * DAY_MS)
  await eraseExpired(api.installation)
  api.clock.pass(DAY_MS + 1)
  expect(await kept()).toEqual([])
  const gone = await api.send('PUT', `/users/${userId}`, { body: { avatar: image } })
  expect(gone.status).toBe(422)
})

test('If-Match never matches a file that does not exist yet', async () => {
  const { status, body } = await upload(await png({ width: 10, height: 10 }), 'image/png', {
    headers: { 'if-match': '"7"' },
  })
  expect([status, body.code]).toEqual([412, 'precondition_failed'])
})

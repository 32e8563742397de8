// Where files and continuous backups are kept: a folder and S3-compatible storage behave alike, and errors name their cause.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { S3_CREDENTIALS, type S3Server, startS3 } from '../../../test/support/s3.ts'
import { startTcpProxy } from '../../../test/support/tcp-proxy.ts'
import { parseS3Url } from '../lib/web/s3.ts'
import { MissingObject } from './missing-object.ts'
import { type ObjectStorage, openObjectStorage } from './object-storage.ts'
import { S3Storage } from './s3-storage.ts'

let s3: S3Server
let folder: string
beforeAll(async () => {
  s3 = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'))
})
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Options = Partial<ConstructorParameters<typeof S3Storage>[0]> & {
  bucket?: string
  endpoint?: string
  prefix?: string
}

function openS3({
  bucket = 'backups',
  prefix = 'prefix',
  endpoint = s3.endpoint,
  ...options
}: Options = {}): S3Storage {
  const location = parseS3Url(`s3://${bucket}/${prefix}?endpoint=${endpoint}`)
  if (!location) throw new Error('The URL is not valid.')
  return new S3Storage({ setting: 'LECTERN_BACKUP_URL', location, credentials: S3_CREDENTIALS, ...options })
}

const never = new AbortController().signal
const read = async (storage: ObjectStorage, name: string) => buffer(await storage.read(name))

describe.each([
  [
    'a folder',
    () =>
      openObjectStorage(pathToFileURL(join(folder, 'kept')).href, {
        setting: 'LECTERN_FILES_URL',
        credentials: undefined,
      }),
  ],
  [
    'S3-compatible storage',
    () =>
      openS3({
        prefix: 'kept',
        partBytes: 1_000,
        pageObjects: 2,
        credentials: { ...S3_CREDENTIALS, sessionToken: 'temporary' },
      }),
  ],
] as const)('%s', (_name, open) => {
  test('keeps objects of any size, lists all of them, and removes them', async () => {
    const storage = open()
    const contents = new Map([0, 1, 2, 3, 4].map((n) => [`run/wal-${n}-0-${n}.gz`, randomBytes(n + 1)]))
    for (const [name, content] of contents) await storage.put(name, content)
    const large = randomBytes(3_500)
    const file = join(folder, 'large')
    await writeFile(file, large)
    await storage.putFile('run/snapshot-0-9.gz', file, never)
    expect(await storage.list()).toEqual(['run/snapshot-0-9.gz', ...contents.keys()])
    expect(await read(storage, 'run/snapshot-0-9.gz')).toEqual(large)
    for (const [name, content] of contents) expect(await read(storage, name)).toEqual(content)
    for (const name of [...contents.keys(), 'run/absent.gz']) await storage.remove(name)
    expect(await storage.list()).toEqual(['run/snapshot-0-9.gz'])
    await expect(storage.read('run/absent.gz')).rejects.toBeInstanceOf(MissingObject)
  })
})

describe('S3-compatible storage', () => {
  test('lists no object whose parts did not all arrive, and ends the upload', async () => {
    const storage = openS3({ partBytes: 1_000 })
    const file = join(folder, 'unfinished')
    await writeFile(file, randomBytes(2_500))
    const stopped = AbortSignal.abort()
    await expect(storage.putFile('unfinished.gz', file, stopped)).rejects.toBe(stopped.reason)
    expect(s3.requests.at(-1)).toMatch(/^DELETE \/backups\/prefix\/unfinished\.gz\?uploadId=\w+$/)
    expect(await storage.list()).not.toContain('unfinished.gz')
  })

  test('repeats a request that failed for a reason that may pass', async () => {
    s3.failNext({ status: 503, code: 'SlowDown' }, { status: 500, code: 'InternalError' })
    await openS3().put('repeated', randomBytes(1))
    expect(s3.requests.slice(-3)).toEqual(Array(3).fill('PUT /backups/prefix/repeated'))
  })

  const wrong = { ...S3_CREDENTIALS, secretAccessKey: 'another-secret' }
  const slow = { status: 503, code: 'SlowDown' }
  test.each([
    ['a missing bucket', { bucket: 'absent' }, [], 'the bucket absent does not exist'],
    ['a wrong secret', { credentials: wrong }, [], 'AWS_SECRET_ACCESS_KEY does not match AWS_ACCESS_KEY_ID'],
    [
      'an unknown key',
      { credentials: { ...wrong, accessKeyId: 'unknown' } },
      [],
      'the service does not know this AWS_ACCESS_KEY_ID',
    ],
    [
      'no rights',
      {},
      [{ status: 403, code: 'AccessDenied' }],
      'access to the bucket backups is denied; AWS_ACCESS_KEY_ID needs the rights to list, read, write, and delete objects',
    ],
    [
      'another region',
      {},
      [{ status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'eu-west-1' } }],
      'the bucket backups is in another region; set region=eu-west-1',
    ],
    [
      'a wrong clock',
      {},
      [{ status: 403, code: 'RequestTimeTooSkewed' }],
      "this machine's clock differs too much from that of the service",
    ],
    ['an expired token', {}, [{ status: 400, code: 'ExpiredToken' }], 'AWS_SESSION_TOKEN has expired'],
    ['a service that is too busy', {}, [slow, slow, slow], 'the service answered 503 (SlowDown)'],
    [
      'a page that is no list',
      {},
      [{ status: 200, code: 'None' }],
      'the service did not answer with a list of objects',
    ],
  ])('names the cause: %s', async (_name, options: Options, failures, cause) => {
    s3.failNext(...failures)
    await expect(openS3(options).list()).rejects.toMatchObject({ message: `LECTERN_BACKUP_URL: ${cause}.` })
  })

  test('names the cause if the service is gone or silent, and works once it is back', async () => {
    await using proxy = await startTcpProxy(s3.endpoint)
    const url = proxy.url.replace(/\/$/, '')
    const storage = openS3({ endpoint: url })
    const unreachable = (reason: string) => ({
      message: `LECTERN_BACKUP_URL: ${url} cannot be reached (${reason}).`,
    })
    await storage.put('first', randomBytes(1))
    proxy.stall()
    const impatient = openS3({ endpoint: url, timeoutMs: 50 })
    await expect(impatient.put('second', randomBytes(1))).rejects.toMatchObject(
      unreachable('it did not answer in time'),
    )
    await proxy.cut()
    await expect(storage.put('second', randomBytes(1))).rejects.toMatchObject(unreachable('ECONNREFUSED'))
    await proxy.restore()
    await storage.put('second', randomBytes(1))
  })
})

describe('the URL of S3-compatible storage', () => {
  test.each([
    [
      's3://events/lectern/one?endpoint=https://s3.example.org:9000/&region=eu-central-1',
      {
        endpoint: 'https://s3.example.org:9000',
        region: 'eu-central-1',
        bucket: 'events',
        prefix: 'lectern/one/',
      },
    ],
    [
      's3://events?region=eu-west-1',
      { endpoint: 'https://s3.eu-west-1.amazonaws.com', region: 'eu-west-1', bucket: 'events', prefix: '' },
    ],
    [
      's3://events/?endpoint=https://project.example.org/storage/v1/s3',
      {
        endpoint: 'https://project.example.org/storage/v1/s3',
        region: 'us-east-1',
        bucket: 'events',
        prefix: '',
      },
    ],
  ])('%s is parsed', (url, location) => {
    expect(parseS3Url(url)).toEqual(location)
  })

  test.each([
    's3://key:secret@events/lectern',
    's3://events/lectern?endpoint=https://key:secret@s3.example.org',
    's3://events/lectern?endpoint=s3.example.org',
    's3://events/lectern?secretAccessKey=secret',
    's3://events/a b',
    's3:///lectern',
    'https://s3.example.org/events',
  ])('%s is refused', (url) => {
    expect(parseS3Url(url)).toBeUndefined()
  })
})

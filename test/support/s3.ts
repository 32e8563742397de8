// An S3 server in this process, which checks signatures and can fail on request.
import crypto from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'

export const S3_CREDENTIALS = { accessKeyId: 'backup-key', secretAccessKey: 'backup-secret-0123456789' }
/** The credentials as environment variables, for processes. */
export const S3_ENV = {
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
}
DUMMY_ACCOUNT.createKeyPair(S3_CREDENTIALS.accessKeyId, S3_CREDENTIALS.secretAccessKey)

// The server encrypts positions in a list with DES, which OpenSSL 3 lacks. Triple DES with the same key gives the same
// result.
const { createCipheriv, createDecipheriv } = crypto
type Cipher = [name: string, key: Buffer, ...others: unknown[]]
const asTriple = ([name, key, ...others]: Cipher): Cipher =>
  name === 'des' ? ['des-ede3-cbc', Buffer.concat([key, key, key]), ...others] : [name, key, ...others]
Object.assign(crypto, {
  createCipheriv: (...cipher: Cipher) => Reflect.apply(createCipheriv, crypto, asTriple(cipher)),
  createDecipheriv: (...cipher: Cipher) => Reflect.apply(createDecipheriv, crypto, asTriple(cipher)),
})

type Failure = { status: number; code: string; headers?: Record<string, string> }

export type S3Server = {
  endpoint: string
  /** The requests so far, such as `PUT /backups/name`. */
  requests: string[]
  /** Makes the next requests fail with these responses. */
  failNext(...failures: Failure[]): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server with the bucket `backups`. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-s3-'))
  const configureBuckets = [{ name: 'backups' }]
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets })
  await s3.configureBuckets()
  const answer = s3.callback()
  const requests: string[] = []
  const failures: Failure[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const failure = failures.shift()
    if (!failure) return void answer(request, response)
    request.resume()
    response.writeHead(failure.status, failure.headers)
    response.end(`<Error><Code>${failure.code}</Code><Message>text of the service</Message></Error>`)
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (...added) => void failures.push(...added),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

// Requests to S3-compatible storage: signed (SigV4), each with a time limit, and repeated when that may help.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Credentials, S3Location } from '../lib/web/s3.ts'
import { MissingObject } from './missing-object.ts'
import { type S3Error, s3ErrorOf, unreachable } from './s3-errors.ts'

const ATTEMPTS = 3
const RETRY_MS = 200
const TIMEOUT_MS = 10_000
/** Rate of the slowest usable connection, which extends the time limit. */
const MIN_BYTES_PER_MS = 250

export type S3RequestsOptions = {
  /** The setting that contains the location, for error messages. */
  setting: string
  location: S3Location
  credentials: S3Credentials
  /** Ends all requests. */
  signal?: AbortSignal
  timeoutMs?: number
}

export type S3Request = {
  method: string
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer<ArrayBuffer>
  /** The maximum size of the response, apart from short documents. */
  responseBytes?: number
}

type S3Response = { headers: Headers; body: Buffer }

export class S3Requests {
  readonly #options: S3RequestsOptions
  readonly #signingKeys = new Map<string, ArrayBuffer>()

  constructor(options: S3RequestsOptions) {
    this.#options = options
  }

  /**
   * Throws MissingObject if the object does not exist, an S3Error if the service cannot be reached or refuses, and the
   * reason of the signal if that ends the request.
   */
  async send(request: S3Request): Promise<S3Response> {
    const { signal } = this.#options
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#attempt(request)
      if (!('error' in result)) return result
      if (!result.mayPass || attempt === ATTEMPTS) throw result.error
      await sleep(RETRY_MS * attempt, undefined, signal ? { signal } : {})
    }
  }

  async #attempt(
    request: S3Request,
  ): Promise<S3Response | { error: S3Error | MissingObject; mayPass: boolean }> {
    const { setting, location, signal, timeoutMs = TIMEOUT_MS } = this.#options
    const bytes = (request.body?.length ?? 0) + (request.responseBytes ?? 0)
    const limit = AbortSignal.timeout(timeoutMs + Math.ceil(bytes / MIN_BYTES_PER_MS))
    try {
      const { url, ...signed } = await this.#sign(request)
      const response = await fetch(url, {
        ...signed,
        body: request.body ?? null,
        // A redirect means another region, for which the signature would not be valid.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const { headers, status, ok } = response
      const body = Buffer.from(await response.arrayBuffer())
      // Completing a multipart upload can fail after its response has started with 200.
      if (ok && !(request.method === 'POST' && body.includes('<Error>'))) return { headers, body }
      const code = textOf(body, 'Code')
      if (code === 'NoSuchKey') return { error: new MissingObject(request.key), mayPass: false }
      const region = headers.get('x-amz-bucket-region') ?? textOf(body, 'Region')
      const mayPass = ok || status >= 500 || status === 429 || code === 'RequestTimeout'
      return { error: s3ErrorOf({ setting, location, status, code, region }), mayPass }
    } catch (error) {
      signal?.throwIfAborted()
      return { error: unreachable(setting, location, error), mayPass: true }
    }
  }

  #sign({ method, key, query, headers, body }: S3Request) {
    const { location, credentials } = this.#options
    const { endpoint, bucket, region } = location
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const hash = createHash('sha256').update(body ?? '')
    return new AwsV4Signer({
      ...credentials,
      method,
      url: url.href,
      // The service checks the content against this hash, also without TLS.
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      service: 's3',
      region,
      cache: this.#signingKeys,
    }).sign()
  }
}

/** The text of the first element with this name, in a short XML document whose texts need no escapes. */
export const textOf = (xml: Buffer, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml.toString())?.[1]

// Errors of S3-compatible storage, in one line that names the setting and the cause.
import type { S3Location } from '../lib/web/s3.ts'

/** The message never contains credentials or text from the service. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  constructor(setting: string, cause: string, options?: ErrorOptions) {
    super(`${setting}: ${cause}.`, options)
  }
}

type Failure = {
  /** The setting that contains the location. */
  setting: string
  location: S3Location
  status: number
  /** The code in the response, such as NoSuchBucket. */
  code: string | undefined
  /** The region of the bucket, if the service names it. */
  region: string | undefined
}

/** A response that reports an error (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
export function s3ErrorOf({ setting, location, status, code = '', region }: Failure): S3Error {
  const cause = CAUSES[code]?.(location)
  if (cause !== undefined) return new S3Error(setting, cause)
  if (OTHER_REGION.has(code) || status === 301 || status === 307) {
    const advice = region === undefined || !/^[\w-]+$/.test(region) ? '' : `; set region=${region}`
    return new S3Error(setting, `the bucket ${location.bucket} is in another region${advice}`)
  }
  if (status === 403) return new S3Error(setting, accessDenied(location))
  return new S3Error(setting, `the service answered ${status}${/^\w+$/.test(code) ? ` (${code})` : ''}`)
}

const OTHER_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
  'TemporaryRedirect',
])

const accessDenied = ({ bucket }: S3Location) =>
  `access to the bucket ${bucket} is denied; AWS_ACCESS_KEY_ID needs the rights to list, read, write, and delete objects`

const CAUSES: Record<string, (location: S3Location) => string> = {
  NoSuchBucket: ({ bucket }) => `the bucket ${bucket} does not exist`,
  AccessDenied: accessDenied,
  InvalidAccessKeyId: () => 'the service does not know this AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: () => 'AWS_SECRET_ACCESS_KEY does not match AWS_ACCESS_KEY_ID',
  ExpiredToken: () => 'AWS_SESSION_TOKEN has expired',
  InvalidToken: () => 'AWS_SESSION_TOKEN is not valid',
  RequestTimeTooSkewed: () => "this machine's clock differs too much from that of the service",
}

/** The error of a request without a response. */
export function unreachable(setting: string, { endpoint }: S3Location, error: unknown): S3Error {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  const reason = isLate ? 'it did not answer in time' : (code ?? 'the connection was lost')
  return new S3Error(setting, `${endpoint} cannot be reached (${reason})`, { cause: error })
}

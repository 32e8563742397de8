// The location of S3-compatible storage, and the credentials for it.

export type S3Location = {
  /** An origin, or the URL of a service below a path. Without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  /** The prefix of all object names: empty, or with a trailing slash. */
  prefix: string
}

/**
 * Credentials from the environment variables that all S3 tools use: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and
 * AWS_SESSION_TOKEN.
 */
export type S3Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

const PARAMETERS = ['endpoint', 'region']
const DEFAULT_REGION = 'us-east-1'
// Only characters that URLs, signatures, and XML contain unescaped.
const NAME = /^[\w.-]+$/
const PREFIX = /^\/?([\w.-]+(?:\/[\w.-]+)*)?\/?$/

/**
 * Parses `s3://bucket/prefix?endpoint=https://host&region=name`, the form that Litestream uses. Without an endpoint,
 * the service is AWS. Undefined if the URL is invalid or contains credentials.
 */
export function parseS3Url(text: string): S3Location | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name))) return undefined
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  const endpoint = endpointOf(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  const [, path] = PREFIX.exec(url.pathname) ?? []
  const isValid = NAME.test(url.hostname) && NAME.test(region) && PREFIX.test(url.pathname)
  if (!isValid || endpoint === undefined) return undefined
  return { endpoint, region, bucket: url.hostname, prefix: path ? `${path}/` : '' }
}

function endpointOf(text: string): string | undefined {
  const url = URL.parse(text)
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!isHttp || url.username || url.password || url.search || url.hash) return undefined
  return url.href.replace(/\/+$/, '')
}

// The settings: reads the environment once, into a config that may be logged and secrets that may not.

import { isIP } from 'node:net'
import { dataFolder } from './kernel/lib/data/data-folder.ts'
import { isEmail } from './kernel/lib/text/email.ts'
import { closestName } from './kernel/lib/text/text.ts'
import { parseRange } from './kernel/lib/web/ip-addresses.ts'
import { urlsOfHosts } from './kernel/lib/web/postgres-urls.ts'
import { parseS3Url, type S3Credentials } from './kernel/lib/web/s3.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Contains no secrets, so it is safe to log. */
export type Config = {
  /** 0 selects a free port. */
  port: number
  host: string
  dataDir: string
  /** PEM files with the certificate and key. Without them, a self-signed certificate is created in the data folder. */
  tls: { certPath: string; keyPath: string } | undefined
  /** A plain-HTTP port for a proxy that terminates TLS. None by default. */
  httpPort: number | undefined
  /** The port to which encoders push streams, open while a talk takes one. 0 selects a free port. */
  rtmpPort: number
  /** Whether that port is without TLS. */
  isRtmpPlain: boolean
  media: MediaConfig
  /** Number of connections to PostgreSQL for requests. Two more are for health checks and migrations. */
  databaseConnections: number
  /** Number of processes that serve requests. More than one needs PostgreSQL and Redis. */
  workers: number
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: readonly string[]
  /** Addresses and CIDR ranges that webhooks may call even though they are not public, also over http. */
  webhookAddresses: readonly string[]
  /** The origin at which clients reach the service, without a trailing slash. */
  publicUrl: string | undefined
  /** The target of the continuous backup of the SQLite store: a `file:` URL of a folder, or an `s3:` URL. */
  backupUrl: string | undefined
  /** The location of files: a `file:` URL of a folder, or an `s3:` URL. The default is in the data folder. */
  filesUrl: string | undefined
  /** The sender of e-mails. */
  mailFrom: string | undefined
  logLevel: LogLevel
  isDemo: boolean
  isHttp2: boolean
  /** Time for which the server still accepts requests after SIGTERM, while `/ready` answers 503. */
  drainSeconds: number
  /** Time that a start waits for a store that cannot be reached yet. */
  startSeconds: number
}

/** The video rooms. */
export type MediaConfig = {
  /** A number for both UDP and TCP. 0 selects a free one. Each of several processes has its own. */
  port: number
  host: string
  /** The IP addresses at which browsers reach the port. Empty for those of this machine. */
  addresses: readonly string[]
  /** How many can watch a room. Further ones get it as a stream. */
  viewers: number
}

export type Secrets = {
  /** The key with which API keys are hashed. Without it, a random key is created and kept in the store. */
  secret: string | undefined
  metricsToken: string | undefined
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Includes the account on the SMTP server. */
  smtpUrl: string | undefined
  /** Credentials for files or a continuous backup at an `s3:` URL. */
  s3Credentials: S3Credentials | undefined
}

/** An invalid setting, which stops the start. The message is one line and never contains the value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Leaves time for requests in flight within the 25 s limit of a shutdown. */
const MAX_DRAIN_SECONDS = 15

const MAX_START_SECONDS = 3_600

const MAX_WORKERS = 256
const MAX_ROOM_VIEWERS = 1_000

/** Set for each of several processes: its place among them, from 0. One that replaces another has the same. */
export const WORKER_PLACE = 'WORKER_PLACE'

const KNOWN_SETTINGS = [
  'LECTERN_PORT',
  'LECTERN_HOST',
  'LECTERN_DATA_DIR',
  'LECTERN_DATABASE_URL',
  'LECTERN_DATABASE_CONNECTIONS',
  'LECTERN_REDIS_URL',
  'LECTERN_WORKERS',
  'LECTERN_TLS_CERT',
  'LECTERN_TLS_KEY',
  'LECTERN_HTTP_PORT',
  'LECTERN_RTMP_PORT',
  'LECTERN_RTMP_PLAIN',
  'LECTERN_MEDIA_PORT',
  'LECTERN_MEDIA_ADDRESS',
  'LECTERN_ROOM_VIEWERS',
  'LECTERN_TRUSTED_PROXIES',
  'LECTERN_WEBHOOK_ADDRESSES',
  'LECTERN_PUBLIC_URL',
  'LECTERN_LOG_LEVEL',
  'LECTERN_DEMO',
  'LECTERN_SECRET',
  'LECTERN_METRICS_TOKEN',
  'LECTERN_HTTP2',
  'LECTERN_BACKUP_URL',
  'LECTERN_FILES_URL',
  'LECTERN_DRAIN_SECONDS',
  'LECTERN_START_SECONDS',
  'LECTERN_SMTP_URL',
  'LECTERN_MAIL_FROM',
  // Read by the push client. Accepted here so that both can use the same environment.
  'LECTERN_KEY',
] as const
type SettingName = (typeof KNOWN_SETTINGS)[number]

/**
 * Reads the settings from the environment. Empty settings count as absent. Throws ConfigError for invalid or unknown
 * ones.
 */
export function readConfig(env: NodeJS.ProcessEnv): { config: Config; secrets: Secrets } {
  refuseUnknown(env)
  const read = (name: SettingName): Setting => ({ name, value: env[name]?.trim() || undefined })
  const port = portOf(read('LECTERN_PORT')) ?? 8443
  const httpPort = portOf(read('LECTERN_HTTP_PORT'))
  if (httpPort === port && port !== 0) refuse('LECTERN_HTTP_PORT', 'must differ from the HTTPS port.')
  const host = read('LECTERN_HOST').value ?? '0.0.0.0'
  const config: Config = {
    port,
    host,
    dataDir: dataFolder(env),
    tls: tlsOf(read('LECTERN_TLS_CERT'), read('LECTERN_TLS_KEY')),
    httpPort,
    rtmpPort: portOf(read('LECTERN_RTMP_PORT')) ?? 1935,
    isRtmpPlain: switchOf(read('LECTERN_RTMP_PLAIN')),
    media: {
      port: portAfter(
        portOf(read('LECTERN_MEDIA_PORT')) ?? portAfter(port, 1),
        Number(env[WORKER_PLACE] ?? 0),
      ),
      host,
      addresses: addressesOf(read('LECTERN_MEDIA_ADDRESS')),
      viewers: wholeNumberOf(read('LECTERN_ROOM_VIEWERS'), { min: 0, max: MAX_ROOM_VIEWERS }) ?? 150,
    },
    databaseConnections: wholeNumberOf(read('LECTERN_DATABASE_CONNECTIONS'), { min: 1, max: 500 }) ?? 10,
    workers: wholeNumberOf(read('LECTERN_WORKERS'), { min: 1, max: MAX_WORKERS }) ?? 1,
    trustedProxies: rangesOf(read('LECTERN_TRUSTED_PROXIES')),
    webhookAddresses: rangesOf(read('LECTERN_WEBHOOK_ADDRESSES')),
    publicUrl: originOf(read('LECTERN_PUBLIC_URL')),
    backupUrl: storageUrlOf(read('LECTERN_BACKUP_URL')),
    filesUrl: storageUrlOf(read('LECTERN_FILES_URL')),
    mailFrom: senderOf(read('LECTERN_MAIL_FROM')),
    logLevel: logLevelOf(read('LECTERN_LOG_LEVEL')),
    isDemo: switchOf(read('LECTERN_DEMO')),
    isHttp2: switchOf(read('LECTERN_HTTP2')),
    drainSeconds: wholeNumberOf(read('LECTERN_DRAIN_SECONDS'), { max: MAX_DRAIN_SECONDS }) ?? 5,
    startSeconds: wholeNumberOf(read('LECTERN_START_SECONDS'), { max: MAX_START_SECONDS }) ?? 30,
  }
  const secrets: Secrets = {
    secret: secretOf(read('LECTERN_SECRET'), 32),
    metricsToken: secretOf(read('LECTERN_METRICS_TOKEN'), 16),
    databaseUrl: databaseUrlOf(read('LECTERN_DATABASE_URL')),
    redisUrl: addressOf(read('LECTERN_REDIS_URL'), ['redis:', 'rediss:']),
    smtpUrl: addressOf(read('LECTERN_SMTP_URL'), ['smtp:', 'smtps:']),
    s3Credentials: s3CredentialsOf(env, config),
  }
  if (config.backupUrl !== undefined && secrets.databaseUrl !== undefined)
    refuse('LECTERN_BACKUP_URL', 'is for SQLite; for PostgreSQL, see docs/operations.md.')
  if (config.workers > 1 && secrets.databaseUrl === undefined)
    refuse('LECTERN_WORKERS', 'requires LECTERN_DATABASE_URL: one process at a time writes to SQLite.')
  if (config.workers > 1 && secrets.redisUrl === undefined)
    refuse('LECTERN_WORKERS', 'requires LECTERN_REDIS_URL, so that rate limits apply across the processes.')
  if (secrets.databaseUrl !== undefined && secrets.redisUrl !== undefined && config.filesUrl === undefined)
    refuse('LECTERN_FILES_URL', 'is required with several nodes: files need a place that all of them share.')
  if (secrets.smtpUrl !== undefined && config.mailFrom === undefined)
    refuse('LECTERN_SMTP_URL', 'requires LECTERN_MAIL_FROM.')
  return { config, secrets }
}

type Setting = { name: SettingName; value: string | undefined }

function refuse(name: string, problem: string): never {
  throw new ConfigError(`${name} ${problem}`)
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known: readonly string[] = KNOWN_SETTINGS
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LECTERN_') || known.includes(name)) continue
    const closest = closestName(name, known)
    const advice = closest ? `did you mean ${closest}?` : `available settings: ${known.join(', ')}.`
    refuse(name, `is not a setting; ${advice}`)
  }
}

function portOf({ name, value }: Setting): number | undefined {
  if (value === undefined) return undefined
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  return port <= 65_535 ? port : refuse(name, 'must be a port number from 0 to 65535.')
}

/** Port 0 selects any, and there are none after the last one. */
const portAfter = (port: number, places: number): number =>
  port === 0 || port + places > 65_535 ? 0 : port + places

function addressesOf({ name, value }: Setting): string[] {
  const addresses = value === undefined ? [] : value.split(',').map((address) => address.trim())
  return addresses.every((address) => isIP(address) !== 0)
    ? addresses
    : refuse(name, 'must be a comma-separated list of IP addresses.')
}

function wholeNumberOf(
  { name, value }: Setting,
  { min = 0, max }: { min?: number; max: number },
): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max
    ? number
    : refuse(name, `must be a whole number from ${min} to ${max}.`)
}

function switchOf({ name, value }: Setting): boolean {
  if (value !== undefined && value !== '0' && value !== '1') refuse(name, 'must be 0 or 1.')
  return value === '1'
}

function logLevelOf({ name, value }: Setting): LogLevel {
  const level = LOG_LEVELS.find((known) => known === (value ?? 'info'))
  return level ?? refuse(name, `must be one of ${LOG_LEVELS.join(', ')}.`)
}

function tlsOf(cert: Setting, key: Setting): Config['tls'] {
  if (cert.value === undefined && key.value === undefined) return undefined
  if (cert.value === undefined) return refuse(key.name, `requires ${cert.name}.`)
  if (key.value === undefined) return refuse(cert.name, `requires ${key.name}.`)
  return { certPath: cert.value, keyPath: key.value }
}

function rangesOf({ name, value }: Setting): string[] {
  const entries = (value ?? '').split(',').map((entry) => entry.trim())
  if (value === undefined) return []
  entries.forEach((entry, index) => {
    if (parseRange(entry)) return
    refuse(
      name,
      `must be a comma-separated list of IP addresses or CIDR ranges such as 10.0.0.0/8; entry ${index + 1} is not valid.`,
    )
  })
  return entries
}

function originOf({ name, value }: Setting): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isOrigin = url?.protocol === 'https:' && `${url.origin}/` === url.href
  return isOrigin
    ? url.origin
    : refuse(name, 'must be an https URL without a path, such as https://events.example.org')
}

function senderOf({ name, value }: Setting): string | undefined {
  if (value === undefined) return undefined
  const [, address = value] = /^[^<>]*<([^<>]+)>$/.exec(value) ?? []
  return isEmail(address)
    ? value
    : refuse(name, 'must be an e-mail address, such as Events <events@example.org>')
}

function secretOf({ name, value }: Setting, minLength: number): string | undefined {
  if (value === undefined) return undefined
  const isFit = /^[\x21-\x7e]+$/.test(value) && value.length >= minLength
  return isFit ? value : refuse(name, `must have at least ${minLength} ASCII characters and no spaces.`)
}

function databaseUrlOf({ name, value }: Setting): string | undefined {
  if (value === undefined || urlsOfHosts(value)) return value
  return /[?&]target_session_attrs=/.test(value)
    ? refuse(name, 'must be valid, and its target_session_attrs must be read-write, primary, or any.')
    : refuse(name, 'must be a URL that begins with postgres:// or postgresql://.')
}

function storageUrlOf({ name, value }: Setting): string | undefined {
  if (value === undefined || parseS3Url(value) || URL.parse(value)?.protocol === 'file:') return value
  return refuse(
    name,
    'must be a URL without credentials: file:///folder or s3://bucket/prefix?endpoint=https://host&region=name.',
  )
}

/** Reads the variables that all S3 tools use. */
function s3CredentialsOf(env: NodeJS.ProcessEnv, { backupUrl, filesUrl }: Config): S3Credentials | undefined {
  const setting = backupUrl?.startsWith('s3:') ? 'LECTERN_BACKUP_URL' : 'LECTERN_FILES_URL'
  if (setting === 'LECTERN_FILES_URL' && !filesUrl?.startsWith('s3:')) return undefined
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env
  if (!accessKeyId) return refuse(setting, 'requires AWS_ACCESS_KEY_ID.')
  if (!secretAccessKey) return refuse(setting, 'requires AWS_SECRET_ACCESS_KEY.')
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

function addressOf({ name, value }: Setting, protocols: readonly string[]): string | undefined {
  if (value === undefined) return undefined
  const isKnown = protocols.includes(URL.parse(value)?.protocol ?? '')
  return isKnown ? value : refuse(name, `must be a URL that begins with ${protocols.join('// or ')}//.`)
}

// Settings from the environment, and the message for one that is invalid.
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { urlsOfHosts } from './kernel/lib/web/postgres-urls.ts'

const defaults = {
  config: {
    port: 8443,
    host: '0.0.0.0',
    dataDir: './data',
    tls: undefined,
    httpPort: undefined,
    rtmpPort: 1935,
    isRtmpPlain: false,
    media: { port: 8444, host: '0.0.0.0', addresses: [], viewers: 150 },
    trustedProxies: [],
    webhookAddresses: [],
    publicUrl: undefined,
    backupUrl: undefined,
    filesUrl: undefined,
    logLevel: 'info',
    isDemo: false,
    isHttp2: false,
    drainSeconds: 5,
    startSeconds: 30,
    databaseConnections: 10,
    workers: 1,
  },
  secrets: { secret: undefined, metricsToken: undefined, databaseUrl: undefined, redisUrl: undefined },
}

function messageFor(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (err) {
    if (err instanceof ConfigError) return err.message
  }
  return 'accepted'
}

test('uses the defaults for an empty environment and treats empty settings as absent', () => {
  expect(readConfig({})).toEqual(defaults)
  expect(readConfig({ LECTERN_PORT: '', LECTERN_TLS_CERT: ' ', HOME: '/root', LECTERN_KEY: 'x' })).toEqual(
    defaults,
  )
})

test('reads every setting and keeps secrets apart from settings that may be logged', () => {
  const env = {
    LECTERN_PORT: '0',
    LECTERN_HOST: '::',
    LECTERN_DATA_DIR: '/var/lib/lectern',
    LECTERN_DATABASE_URL: 'postgres://lectern:pass-phrase@db/lectern',
    LECTERN_DATABASE_CONNECTIONS: '25',
    LECTERN_WORKERS: '4',
    LECTERN_REDIS_URL: 'rediss://cache:6380',
    LECTERN_FILES_URL: 'file:///srv/files',
    LECTERN_TLS_CERT: 'cert.pem',
    LECTERN_TLS_KEY: 'key.pem',
    LECTERN_HTTP_PORT: '0',
    LECTERN_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8::/32',
    LECTERN_WEBHOOK_ADDRESSES: '10.1.0.0/16',
    LECTERN_PUBLIC_URL: 'https://events.example.org/',
    LECTERN_LOG_LEVEL: 'debug',
    LECTERN_DEMO: '1',
    LECTERN_SECRET: 's'.repeat(32),
    LECTERN_METRICS_TOKEN: 't'.repeat(16),
    LECTERN_HTTP2: '1',
    LECTERN_RTMP_PORT: '443',
    LECTERN_RTMP_PLAIN: '1',
    LECTERN_DRAIN_SECONDS: '15',
    LECTERN_START_SECONDS: '0',
  }
  expect(readConfig(env)).toEqual({
    config: {
      port: 0,
      host: '::',
      dataDir: '/var/lib/lectern',
      tls: { certPath: 'cert.pem', keyPath: 'key.pem' },
      httpPort: 0,
      rtmpPort: 443,
      isRtmpPlain: true,
      media: { port: 0, host: '::', addresses: [], viewers: 150 },
      trustedProxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'],
      webhookAddresses: ['10.1.0.0/16'],
      filesUrl: 'file:///srv/files',
      publicUrl: 'https://events.example.org',
      logLevel: 'debug',
      isDemo: true,
      isHttp2: true,
      drainSeconds: 15,
      startSeconds: 0,
      databaseConnections: 25,
      workers: 4,
    },
    secrets: {
      secret: 's'.repeat(32),
      metricsToken: 't'.repeat(16),
      databaseUrl: 'postgres://lectern:pass-phrase@db/lectern',
      redisUrl: 'rediss://cache:6380',
    },
  })
})

describe('an invalid setting', () => {
  const port = 'must be a port number from 0 to 65535.'
  const proxies = (entry: number) =>
    `must be a comma-separated list of IP addresses or CIDR ranges such as 10.0.0.0/8; entry ${entry} is not valid.`
  const publicUrl = 'must be an https URL without a path, such as https://events.example.org'
  const cases: [NodeJS.ProcessEnv, string][] = [
    [{ LECTERN_PROT: '1' }, 'LECTERN_PROT is not a setting; did you mean LECTERN_PORT?'],
    [
      { LECTERN_TRUSTED_PROXY: '1' },
      'LECTERN_TRUSTED_PROXY is not a setting; did you mean LECTERN_TRUSTED_PROXIES?',
    ],
    [{ LECTERN_PORT: 'abc' }, `LECTERN_PORT ${port}`],
    [{ LECTERN_PORT: '65536' }, `LECTERN_PORT ${port}`],
    [{ LECTERN_PORT: '-1' }, `LECTERN_PORT ${port}`],
    [{ LECTERN_PORT: '0x50' }, `LECTERN_PORT ${port}`],
    [{ LECTERN_HTTP_PORT: '8080.5' }, `LECTERN_HTTP_PORT ${port}`],
    [{ LECTERN_HTTP_PORT: '8443' }, 'LECTERN_HTTP_PORT must differ from the HTTPS port.'],
    [{ LECTERN_TLS_CERT: 'cert.pem' }, 'LECTERN_TLS_CERT requires LECTERN_TLS_KEY.'],
    [{ LECTERN_TLS_KEY: 'key.pem' }, 'LECTERN_TLS_KEY requires LECTERN_TLS_CERT.'],
    [{ LECTERN_TRUSTED_PROXIES: 'proxy.internal' }, `LECTERN_TRUSTED_PROXIES ${proxies(1)}`],
    [{ LECTERN_TRUSTED_PROXIES: '::1, 10' }, `LECTERN_TRUSTED_PROXIES ${proxies(2)}`],
    [{ LECTERN_TRUSTED_PROXIES: '10.0.0.0/33' }, `LECTERN_TRUSTED_PROXIES ${proxies(1)}`],
    [{ LECTERN_TRUSTED_PROXIES: '::1,' }, `LECTERN_TRUSTED_PROXIES ${proxies(2)}`],
    [{ LECTERN_PUBLIC_URL: 'http://events.example.org' }, `LECTERN_PUBLIC_URL ${publicUrl}`],
    [{ LECTERN_PUBLIC_URL: 'https://events.example.org/api' }, `LECTERN_PUBLIC_URL ${publicUrl}`],
    [{ LECTERN_PUBLIC_URL: 'https://me:secret@events.example.org' }, `LECTERN_PUBLIC_URL ${publicUrl}`],
    [
      { LECTERN_LOG_LEVEL: 'loud' },
      'LECTERN_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
    [{ LECTERN_DEMO: 'yes' }, 'LECTERN_DEMO must be 0 or 1.'],
    [{ LECTERN_DRAIN_SECONDS: '16' }, 'LECTERN_DRAIN_SECONDS must be a whole number from 0 to 15.'],
    [{ LECTERN_DRAIN_SECONDS: '1.5' }, 'LECTERN_DRAIN_SECONDS must be a whole number from 0 to 15.'],
    [{ LECTERN_HTTP2: 'true' }, 'LECTERN_HTTP2 must be 0 or 1.'],
    [{ LECTERN_SECRET: 'short' }, 'LECTERN_SECRET must have at least 32 ASCII characters and no spaces.'],
    [
      { LECTERN_METRICS_TOKEN: 'a b' },
      'LECTERN_METRICS_TOKEN must have at least 16 ASCII characters and no spaces.',
    ],
    [
      { LECTERN_DATABASE_URL: 'mysql://root:pass-phrase@db/x' },
      'LECTERN_DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
    ],
    [
      { LECTERN_REDIS_URL: 'cache:6379' },
      'LECTERN_REDIS_URL must be a URL that begins with redis:// or rediss://.',
    ],
    [{ LECTERN_WORKERS: '0' }, 'LECTERN_WORKERS must be a whole number from 1 to 256.'],
    [
      { LECTERN_WORKERS: '2', LECTERN_REDIS_URL: 'redis://cache' },
      'LECTERN_WORKERS requires LECTERN_DATABASE_URL: one process at a time writes to SQLite.',
    ],
    [
      { LECTERN_WORKERS: '2', LECTERN_DATABASE_URL: 'postgres://db/lectern' },
      'LECTERN_WORKERS requires LECTERN_REDIS_URL, so that rate limits apply across the processes.',
    ],
  ]
  test.each(cases)(
    'is rejected with a message that names the setting and not its value: %o',
    (env, message) => {
      expect(messageFor(env)).toBe(message)
    },
  )
})

test('a continuous backup can go to a folder, or to S3-compatible storage with the credentials of all its tools', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'backup-key', AWS_SECRET_ACCESS_KEY: 'backup-secret' }
  const url = 's3://events/lectern?endpoint=https://s3.example.org&region=eu-central-1'
  const read = readConfig({ LECTERN_BACKUP_URL: url, ...keys, AWS_SESSION_TOKEN: 'token' })
  const s3Credentials = { accessKeyId: 'backup-key', secretAccessKey: 'backup-secret', sessionToken: 'token' }
  expect(read).toEqual({
    config: { ...defaults.config, backupUrl: url },
    secrets: { ...defaults.secrets, s3Credentials },
  })
  const folder = readConfig({ LECTERN_BACKUP_URL: 'file:///backup', ...keys })
  expect([folder.config.backupUrl, folder.secrets.s3Credentials]).toEqual(['file:///backup', undefined])
  const form =
    'LECTERN_BACKUP_URL must be a URL without credentials: file:///folder or s3://bucket/prefix?endpoint=https://host&region=name.'
  for (const invalid of [
    '/backup',
    's3://backup-key:backup-secret@events',
    's3://events?secret=backup-secret',
  ])
    expect(messageFor({ LECTERN_BACKUP_URL: invalid, ...keys })).toBe(form)
  expect(messageFor({ LECTERN_BACKUP_URL: url })).toBe('LECTERN_BACKUP_URL requires AWS_ACCESS_KEY_ID.')
  expect(messageFor({ LECTERN_FILES_URL: url })).toBe('LECTERN_FILES_URL requires AWS_ACCESS_KEY_ID.')
  expect(readConfig({ LECTERN_FILES_URL: url, ...keys, AWS_SESSION_TOKEN: 'token' })).toEqual({
    config: { ...defaults.config, filesUrl: url },
    secrets: { ...defaults.secrets, s3Credentials },
  })
  expect(messageFor({ LECTERN_BACKUP_URL: url, ...keys, AWS_SECRET_ACCESS_KEY: '' })).toBe(
    'LECTERN_BACKUP_URL requires AWS_SECRET_ACCESS_KEY.',
  )
})

test('video rooms have the port after that of HTTPS, unless another one or addresses are set', () => {
  expect(readConfig({ LECTERN_PORT: '443' }).config.media?.port).toBe(444)
  const env = {
    LECTERN_MEDIA_PORT: '5000',
    LECTERN_MEDIA_ADDRESS: '192.0.2.7, 2001:db8::7',
    LECTERN_ROOM_VIEWERS: '0',
  }
  expect(readConfig(env).config.media).toEqual({
    ...{ port: 5000, host: '0.0.0.0' },
    addresses: ['192.0.2.7', '2001:db8::7'],
    viewers: 0,
  })
  expect(messageFor({ LECTERN_MEDIA_ADDRESS: 'media.example.org' })).toBe(
    'LECTERN_MEDIA_ADDRESS must be a comma-separated list of IP addresses.',
  )
})

test('a database URL can name several hosts', () => {
  const several = 'postgres://u:p@a:5432,[::1]:5433,c/lectern?sslmode=require&target_session_attrs=read-write'
  expect(readConfig({ LECTERN_DATABASE_URL: several }).secrets.databaseUrl).toBe(several)
  expect(urlsOfHosts(several)).toEqual([
    'postgres://u:p@a:5432/lectern?sslmode=require',
    'postgres://u:p@[::1]:5433/lectern?sslmode=require',
    'postgres://u:p@c/lectern?sslmode=require',
  ])
  expect(urlsOfHosts('postgres://u@a/l?target_session_attrs=any&options=-c%20x%3Dy')).toEqual([
    'postgres://u@a/l?options=-c%20x%3Dy',
  ])
  for (const LECTERN_DATABASE_URL of [
    several.replace('read-write', 'standby'),
    'postgres://a:x,b/l',
    'mysql://a/l',
  ])
    expect(messageFor({ LECTERN_DATABASE_URL })).toMatch(/^LECTERN_DATABASE_URL must be/)
  expect(messageFor({ LECTERN_DATABASE_CONNECTIONS: '0' })).toBe(
    'LECTERN_DATABASE_CONNECTIONS must be a whole number from 1 to 500.',
  )
})

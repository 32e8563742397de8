// The certificate of the HTTPS port: the configured files, or a self-signed certificate in the data folder.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Config, ConfigError } from '../../../config.ts'
import { HOUR_MS } from '../../lib/time/units.ts'
import { CERTIFICATE_YEARS } from '../../limits.ts'
import { selfSignedPath } from './curl.ts'

/** TLS 1.3, and TLS 1.2 with authenticated encryption and forward secrecy only (RFC 9325, section 4.2). */
export const TLS_OPTIONS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
    ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
    ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ].join(':'),
} as const

/** The certificate (with its chain, if any) and the key in PEM. Clients can be configured to trust `certPath`. */
export type Certificate = { cert: Buffer; key: Buffer; isSelfSigned: boolean; certPath: string }

/**
 * The configured files, or a self-signed certificate for this machine, which is created at the first start and after it
 * has expired. Throws ConfigError if the configured files or the folder cannot be used.
 */
export async function loadCertificate(config: Pick<Config, 'dataDir' | 'tls'>): Promise<Certificate> {
  if (config.tls !== undefined) return readConfigured(config.tls)
  const paths = {
    certPath: selfSignedPath(config),
    keyPath: resolve(config.dataDir, 'tls/key.pem'),
  }
  const existing = await readSelfSigned(paths)
  if (existing !== undefined) return existing
  await createSelfSigned(paths).catch((cause) => {
    throw new ConfigError(`LECTERN_DATA_DIR cannot be used: ${cause.message}.`, { cause })
  })
  const created = await readSelfSigned(paths)
  if (created === undefined) throw new Error(`${paths.certPath} was replaced while the server started.`)
  return created
}

type Paths = { certPath: string; keyPath: string }

async function read({ certPath, keyPath }: Paths): Promise<{ cert: Buffer; key: Buffer }> {
  const [cert, key] = await Promise.all([readFile(certPath), readFile(keyPath)])
  return { cert, key }
}

async function readConfigured(paths: Paths): Promise<Certificate> {
  const pair = await read(paths).catch((cause) => {
    throw new ConfigError('LECTERN_TLS_CERT and LECTERN_TLS_KEY must be the paths of two readable files.', {
      cause,
    })
  })
  if (!isPair(pair)) {
    throw new ConfigError(
      'LECTERN_TLS_CERT and LECTERN_TLS_KEY must be a certificate and its unencrypted key, both in PEM.',
    )
  }
  return { ...pair, isSelfSigned: false, certPath: paths.certPath }
}

async function readSelfSigned(paths: Paths): Promise<Certificate | undefined> {
  const pair = await read(paths).catch(() => undefined)
  if (pair === undefined || !isPair(pair)) return undefined
  const hasExpired = Date.parse(new X509Certificate(pair.cert).validTo) <= Date.now()
  return hasExpired ? undefined : { ...pair, isSelfSigned: true, certPath: paths.certPath }
}

function isPair({ cert, key }: { cert: Buffer; key: Buffer }): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** If several processes start at once on one folder, they all use the certificate of the first one. */
async function createSelfSigned(paths: Paths): Promise<void> {
  const folder = dirname(paths.certPath)
  const draft = `${folder}.${process.pid}.new`
  await mkdir(dirname(folder), { recursive: true })
  try {
    await writeSelfSigned(draft)
    // Renaming a folder fails if the target exists and is not empty, so both files appear in one atomic step.
    await rename(draft, folder)
  } catch (err) {
    if (!isOccupied(err)) throw err
    if ((await readSelfSigned(paths)) === undefined) await replaceFiles(draft, paths)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const isOccupied = (err: unknown): boolean =>
  err instanceof Error && 'code' in err && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(String(err.code))

async function replaceFiles(draft: string, { certPath, keyPath }: Paths): Promise<void> {
  await rename(join(draft, 'key.pem'), keyPath)
  await rename(join(draft, 'cert.pem'), certPath)
}

/** It is not a certificate authority, so a client that trusts it trusts only this server. */
async function writeSelfSigned(folder: string): Promise<void> {
  // Loaded only at the first start, because it would slow down every start.
  const { generate } = await import('selfsigned')
  const notAfterDate = new Date()
  notAfterDate.setFullYear(notAfterDate.getFullYear() + CERTIFICATE_YEARS)
  const made = await generate([{ name: 'commonName', value: 'Lectern self-signed' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - HOUR_MS),
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: ownNames() },
    ],
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'key.pem'), made.private, { mode: 0o600 })
  await writeFile(join(folder, 'cert.pem'), made.cert, { mode: 0o644 })
}

function ownNames() {
  const host = hostname()
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host) && host !== 'localhost'
  return [
    { type: 2 as const, value: 'localhost' },
    ...(isName ? [{ type: 2 as const, value: host }] : []),
    { type: 7 as const, ip: '127.0.0.1' },
    { type: 7 as const, ip: '::1' },
  ]
}

// The certificate of the HTTPS port: from the files of the settings, or self-signed in the data folder.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { generate } from 'selfsigned'
import { type Config, ConfigError } from '../config.ts'

const VALID_YEARS = 10
const HOUR_MS = 3_600_000

/** Certificate (with its chain, where there is one) and key in PEM; `certPath` is what a client can be told to trust. */
export type Certificate = { cert: Buffer; key: Buffer; isSelfSigned: boolean; certPath: string }

/**
 * The files of the settings, or a self-signed certificate for this machine, made at the first start and again once it
 * has expired. Throws ConfigError where the files of the settings cannot be used.
 */
export async function loadCertificate(config: Pick<Config, 'dataDir' | 'tls'>): Promise<Certificate> {
  if (config.tls !== undefined) return readGiven(config.tls)
  const paths = {
    certPath: resolve(config.dataDir, 'tls/cert.pem'),
    keyPath: resolve(config.dataDir, 'tls/key.pem'),
  }
  const kept = await readKept(paths)
  if (kept !== undefined) return kept
  await writeSelfSigned(resolve(config.dataDir, 'tls'), paths)
  return { ...(await read(paths)), isSelfSigned: true, certPath: paths.certPath }
}

type Paths = { certPath: string; keyPath: string }

async function read({ certPath, keyPath }: Paths): Promise<{ cert: Buffer; key: Buffer }> {
  const [cert, key] = await Promise.all([readFile(certPath), readFile(keyPath)])
  return { cert, key }
}

async function readGiven(paths: Paths): Promise<Certificate> {
  const pair = await read(paths).catch((cause) => {
    throw new ConfigError('LECTERN_TLS_CERT and LECTERN_TLS_KEY must name two files that can be read.', {
      cause,
    })
  })
  if (!isPair(pair)) {
    throw new ConfigError(
      'LECTERN_TLS_CERT and LECTERN_TLS_KEY must hold a certificate and its key, in PEM, not encrypted.',
    )
  }
  return { ...pair, isSelfSigned: false, certPath: paths.certPath }
}

async function readKept(paths: Paths): Promise<Certificate | undefined> {
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

/** Not a certificate authority: it can be trusted for this server alone, and its key can vouch for no other. */
async function writeSelfSigned(folder: string, paths: Paths): Promise<void> {
  const notAfterDate = new Date()
  notAfterDate.setFullYear(notAfterDate.getFullYear() + VALID_YEARS)
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
  await writeWhole(paths.keyPath, made.private, 0o600)
  await writeWhole(paths.certPath, made.cert, 0o644)
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

/** Under another name first, so that a start that is cut off leaves no half file. */
async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const draft = join(`${path}.${process.pid}.new`)
  await writeFile(draft, text, { mode })
  await rename(draft, path)
}

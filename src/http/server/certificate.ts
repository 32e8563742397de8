// The certificate of the HTTPS port: from the files of the settings, or self-signed in the data folder.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { generate } from 'selfsigned'
import { type Config, ConfigError } from '../../config.ts'

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
  await makeSelfSigned(paths)
  const made = await readKept(paths)
  if (made === undefined) throw new Error(`${paths.certPath} was replaced while the server started.`)
  return made
}

type Paths = { certPath: string; keyPath: string }

async function read({ certPath, keyPath }: Paths): Promise<{ cert: Buffer; key: Buffer }> {
  const [cert, key] = await Promise.all([readFile(certPath), readFile(keyPath)])
  return { cert, key }
}

async function readGiven(paths: Paths): Promise<Certificate> {
  const pair = await read(paths).catch((cause) => {
    throw new ConfigError('LECTERN_TLS_CERT and LECTERN_TLS_KEY must be the paths of two readable files.', {
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

/** Of several processes that start at once on one folder, the first one's certificate serves all. */
async function makeSelfSigned(paths: Paths): Promise<void> {
  const folder = dirname(paths.certPath)
  const draft = `${folder}.${process.pid}.new`
  try {
    await writeSelfSigned(draft)
    // A folder takes the place of none or of an empty one only, so both files come into being in one step.
    await rename(draft, folder)
  } catch (err) {
    if (!isOccupied(err)) throw err
    if ((await readKept(paths)) === undefined) await replaceFiles(draft, paths)
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

/** Not a certificate authority: it can be trusted for this server alone, and its key can vouch for no other. */
async function writeSelfSigned(folder: string): Promise<void> {
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

// Certificates for tests.
import { X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export const createFolder = () => mkdtemp(join(tmpdir(), 'lectern-http-'))

/** Writes a new certificate and its key, and returns its fingerprint. */
export async function writeCertificate(
  certPath: string,
  keyPath: string,
  notAfterDate = new Date(Date.now() + 86_400_000),
): Promise<string> {
  const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
    notAfterDate,
  })
  await writeFile(certPath, pair.cert)
  await writeFile(keyPath, pair.private)
  await chmod(keyPath, 0o600)
  return new X509Certificate(pair.cert).fingerprint256
}

// The certificate of the server: self-signed by default, or given as files.
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createFolder, writeCertificate } from '../../../../test/support/certificates.ts'
import { startTestServer } from '../../../../test/support/http/test-server.ts'
import { ConfigError } from '../../../config.ts'
import { loadCertificate } from './certificate.ts'

const run = promisify(execFile)

describe('a self-signed certificate', () => {
  test('is trusted by curl for every name of this machine', async () => {
    const server = await startTestServer((app) => {
      app.get('/', async () => 'hello')
    })
    const { certPath } = server.certificate
    const fetched = await Promise.all(
      ['localhost', '127.0.0.1'].map(async (host) => {
        const { stdout } = await run('curl', ['-sS', '--cacert', certPath, `https://${host}:${server.port}/`])
        return stdout
      }),
    )
    await server.app.close()
    expect(fetched).toEqual(['hello', 'hello'])
    const { subjectAltName } = new X509Certificate(server.certificate.cert)
    expect(subjectAltName).toMatch(
      /^DNS:localhost, (DNS:[^,]+, )?IP Address:127\.0\.0\.1, IP Address:0:0:0:0:0:0:0:1$/,
    )
  })

  test('is an EC certificate that is valid for years, is not a CA, and has a key that only the owner can read', async () => {
    const dataDir = await createFolder()
    const { cert, certPath, isSelfSigned } = await loadCertificate({ dataDir, tls: undefined })
    const parsed = new X509Certificate(cert)
    expect([isSelfSigned, parsed.ca, parsed.publicKey.asymmetricKeyDetails]).toEqual([
      true,
      false,
      { namedCurve: 'prime256v1' },
    ])
    expect(Date.parse(parsed.validTo) - Date.now()).toBeGreaterThan(9 * 365 * 86_400_000)
    expect(certPath).toBe(join(dataDir, 'tls/cert.pem'))
    expect((await stat(join(dataDir, 'tls/key.pem'))).mode & 0o777).toBe(0o600)
  })

  test('is kept across restarts and replaced when it has expired or its files do not match', async () => {
    const dataDir = await createFolder()
    const load = async () => (await loadCertificate({ dataDir, tls: undefined })).cert.toString()
    const first = await load()
    expect(await load()).toBe(first)
    await writeCertificate(
      join(dataDir, 'tls/cert.pem'),
      join(dataDir, 'tls/key.pem'),
      new Date(Date.now() - 1000),
    )
    const expired = await readFile(join(dataDir, 'tls/cert.pem'), 'utf8')
    const second = await load()
    expect([second === expired, await load()]).toEqual([false, second])
    await writeFile(join(dataDir, 'tls/key.pem'), 'nonsense')
    expect(await load()).not.toBe(second)
  })
})

describe('given certificate files', () => {
  test('stop the start with an error that names the settings if they cannot be used', async () => {
    const folder = await createFolder()
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const load = () => loadCertificate({ dataDir: folder, tls: { certPath, keyPath } })
    await expect(load()).rejects.toThrow(
      new ConfigError('LECTERN_TLS_CERT and LECTERN_TLS_KEY must be the paths of two readable files.'),
    )
    await writeCertificate(certPath, keyPath)
    expect(await load()).toMatchObject({ isSelfSigned: false, certPath })
    await copyFile(certPath, keyPath)
    await expect(load()).rejects.toThrow(
      new ConfigError(
        'LECTERN_TLS_CERT and LECTERN_TLS_KEY must be a certificate and its unencrypted key, both in PEM.',
      ),
    )
  })
})

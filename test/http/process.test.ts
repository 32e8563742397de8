// The life of the process: a certificate for this machine, another one on SIGHUP, and an end that loses no request.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError } from '../../src/config.ts'
import { loadCertificate } from '../../src/http/server/certificate.ts'
import { startShell } from './test-server.ts'

const run = promisify(execFile)
const newFolder = () => mkdtemp(join(tmpdir(), 'shell-'))

describe('the self-signed certificate', () => {
  test('is trusted by curl under every name of this machine', async () => {
    const shell = await startShell((app) => {
      app.get('/', async () => 'hello')
    })
    const { certPath } = shell.certificate
    const fetched = await Promise.all(
      ['localhost', '127.0.0.1'].map(async (host) => {
        const { stdout } = await run('curl', ['-sS', '--cacert', certPath, `https://${host}:${shell.port}/`])
        return stdout
      }),
    )
    await shell.app.close()
    expect(fetched).toEqual(['hello', 'hello'])
    const { subjectAltName } = new X509Certificate(shell.certificate.cert)
    expect(subjectAltName).toMatch(
      /^DNS:localhost, (DNS:[^,]+, )?IP Address:127\.0\.0\.1, IP Address:0:0:0:0:0:0:0:1$/,
    )
  })

  test('is an EC certificate valid for years, can vouch for no other, and has a key for the owner alone', async () => {
    const dataDir = await newFolder()
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

  test('is kept over starts, and made anew when it has expired or its files are no pair', async () => {
    const dataDir = await newFolder()
    const load = async () => (await loadCertificate({ dataDir, tls: undefined })).cert.toString()
    const first = await load()
    expect(await load()).toBe(first)
    await writePair(join(dataDir, 'tls/cert.pem'), join(dataDir, 'tls/key.pem'), new Date(Date.now() - 1000))
    const expired = await readFile(join(dataDir, 'tls/cert.pem'), 'utf8')
    const second = await load()
    expect([second === expired, await load()]).toEqual([false, second])
    await writeFile(join(dataDir, 'tls/key.pem'), 'nonsense')
    expect(await load()).not.toBe(second)
  })
})

describe('given files', () => {
  test('that cannot be used stop the start with the settings that name them', async () => {
    const folder = await newFolder()
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const load = () => loadCertificate({ dataDir: folder, tls: { certPath, keyPath } })
    await expect(load()).rejects.toThrow(
      new ConfigError('LECTERN_TLS_CERT and LECTERN_TLS_KEY must name two files that can be read.'),
    )
    await writePair(certPath, keyPath)
    expect(await load()).toMatchObject({ isSelfSigned: false, certPath })
    await copyFile(certPath, keyPath)
    await expect(load()).rejects.toThrow(
      new ConfigError(
        'LECTERN_TLS_CERT and LECTERN_TLS_KEY must hold a certificate and its key, in PEM, not encrypted.',
      ),
    )
  })
})

describe('a process', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  const start = async (env: NodeJS.ProcessEnv = {}) => {
    const settings = {
      LECTERN_PORT: '0',
      LECTERN_HOST: '127.0.0.1',
      LECTERN_DATA_DIR: await newFolder(),
      ...env,
    }
    const script = join(import.meta.dirname, 'serve-process.ts')
    const child = spawn(process.execPath, [script], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const lines: Record<string, unknown>[] = []
    const said = createInterface({ input: child.stdout })
    said.on('line', (line) => lines.push(JSON.parse(line)))
    const saying = async (field: 'event' | 'msg', text: string) => {
      const find = () => lines.find((line) => line[field] === text)
      while (find() === undefined) await once(said, 'line')
      return find() ?? {}
    }
    const { port } = (await saying('event', 'ready')) as { port: number }
    const ask = async (path: string, agent?: Agent) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path,
        rejectUnauthorized: false,
        ...(agent ? { agent } : {}),
      }).end()
      const [response] = await once(asked, 'response')
      response.resume()
      return response.statusCode
    }
    return { child, port, saying, ask }
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'answers what is in flight on %s, lets idle connections go, and ends with 0',
    async (signal) => {
      const { child, saying, ask } = await start()
      const agent = new Agent({ keepAlive: true })
      expect(await ask('/nothing', agent)).toBe(404)
      const slow = ask('/slow', agent)
      await saying('event', 'in flight')
      const startedMs = performance.now()
      child.kill(signal)
      const [status, [code]] = await Promise.all([slow, once(child, 'exit')])
      agent.destroy()
      expect([status, code]).toEqual([200, 0])
      expect(performance.now() - startedMs).toBeLessThan(5000)
      await saying('event', 'stopped')
    },
  )

  test('ends at once on a second signal', async () => {
    const { child, saying, ask } = await start()
    const hanging = ask('/hanging').catch((err: NodeJS.ErrnoException) => err.code)
    await saying('event', 'in flight')
    child.kill('SIGTERM')
    await saying('msg', 'stopping')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect([code, await hanging]).toEqual([1, 'ECONNRESET'])
  })

  test('takes up new certificate files on SIGHUP, and keeps the old ones where the new cannot be used', async () => {
    const folder = await newFolder()
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const first = await writePair(certPath, keyPath)
    const { child, port, saying } = await start({ LECTERN_TLS_CERT: certPath, LECTERN_TLS_KEY: keyPath })
    expect(await servedBy(port)).toBe(first)
    const second = await writePair(certPath, keyPath)
    child.kill('SIGHUP')
    await saying('msg', 'certificate reloaded')
    expect(await servedBy(port)).toBe(second)
    await writeFile(certPath, 'nonsense')
    child.kill('SIGHUP')
    await saying('msg', 'certificate not reloaded')
    expect(await servedBy(port)).toBe(second)
  })
})

/** Writes a new certificate and its key; gives its fingerprint. */
async function writePair(
  certPath: string,
  keyPath: string,
  notAfterDate = new Date(Date.now() + 86_400_000),
): Promise<string> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
    notAfterDate,
  })
  await writeFile(certPath, made.cert)
  await writeFile(keyPath, made.private)
  await chmod(keyPath, 0o600)
  return new X509Certificate(made.cert).fingerprint256
}

async function servedBy(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

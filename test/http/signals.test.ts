// Signals: SIGTERM and SIGINT stop the server without losing a request, and SIGHUP reloads the certificate.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createFolder, writeCertificate } from './certificates.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s, answers requests in flight, closes idle connections, and exits with code 0',
  async (signal) => {
    const { child, waitForLine, send } = await startProcess()
    const agent = new Agent({ keepAlive: true })
    expect(await send('/nothing', agent)).toBe(404)
    const slow = send('/slow', agent)
    await waitForLine('event', 'in flight')
    const startedMs = performance.now()
    child.kill(signal)
    const [status, [code]] = await Promise.all([slow, once(child, 'exit')])
    agent.destroy()
    expect([status, code]).toEqual([200, 0])
    expect(performance.now() - startedMs).toBeLessThan(5000)
    await waitForLine('event', 'stopped')
  },
)

test('after SIGTERM, accepts connections for LECTERN_DRAIN_SECONDS and then exits with code 0', async () => {
  const { child, waitForLine, send } = await startProcess({ LECTERN_DRAIN_SECONDS: '1' })
  child.kill('SIGTERM')
  await waitForLine('msg', 'stopping')
  const startedMs = performance.now()
  expect(await send('/nothing')).toBe(404)
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - startedMs).toBeGreaterThan(500)
})

test('after SIGINT, exits without waiting for LECTERN_DRAIN_SECONDS', async () => {
  const { child } = await startProcess({ LECTERN_DRAIN_SECONDS: '15' })
  const startedMs = performance.now()
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(5000)
})

test('exits at once on a second signal', async () => {
  const { child, waitForLine, send } = await startProcess()
  const hanging = send('/hanging').catch((err: NodeJS.ErrnoException) => err.code)
  await waitForLine('event', 'in flight')
  child.kill('SIGTERM')
  await waitForLine('msg', 'stopping')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect([code, await hanging]).toEqual([1, 'ECONNRESET'])
})

test('reloads certificate files on SIGHUP and keeps the old ones if the new ones are invalid', async () => {
  const folder = await createFolder()
  const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const first = await writeCertificate(certPath, keyPath)
  const { child, port, waitForLine } = await startProcess({
    LECTERN_TLS_CERT: certPath,
    LECTERN_TLS_KEY: keyPath,
  })
  expect(await servedFingerprint(port)).toBe(first)
  const second = await writeCertificate(certPath, keyPath)
  child.kill('SIGHUP')
  await waitForLine('msg', 'certificate reloaded')
  expect(await servedFingerprint(port)).toBe(second)
  await writeFile(certPath, 'nonsense')
  child.kill('SIGHUP')
  await waitForLine('msg', 'certificate not reloaded')
  expect(await servedFingerprint(port)).toBe(second)
})

async function startProcess(env: NodeJS.ProcessEnv = {}) {
  const settings = {
    LECTERN_PORT: '0',
    LECTERN_HOST: '127.0.0.1',
    LECTERN_DATA_DIR: await createFolder(),
    LECTERN_DRAIN_SECONDS: '0',
    ...env,
  }
  const script = join(import.meta.dirname, 'serve-process.ts')
  const child = spawn(process.execPath, [script], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines: Record<string, unknown>[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(JSON.parse(line)))
  const waitForLine = async (field: 'event' | 'msg', text: string) => {
    const find = () => lines.find((line) => line[field] === text)
    while (find() === undefined) await once(output, 'line')
    return find() ?? {}
  }
  const { port } = (await waitForLine('event', 'ready')) as { port: number }
  const send = async (path: string, agent?: Agent) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      rejectUnauthorized: false,
      ...(agent ? { agent } : {}),
    }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }
  return { child, port, waitForLine, send }
}

async function servedFingerprint(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

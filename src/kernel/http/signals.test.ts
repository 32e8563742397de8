// Signals: SIGTERM and SIGINT stop the server without losing a request, and SIGHUP reloads the certificate.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { createFolder, writeCertificate } from '../../../test/support/certificates.ts'
import { startProcess } from '../../../test/support/signaled-process.ts'

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s, answers requests in flight, and exits with code 0 although a connection is open',
  async (signal) => {
    const { child, waitForLine, send } = await startProcess()
    const agent = new Agent({ keepAlive: true })
    expect(await send('/nothing', agent)).toBe(404)
    const slow = send('/slow', agent)
    await waitForLine('event', 'in flight')
    child.kill(signal)
    const [status, [code]] = await Promise.all([slow, once(child, 'exit')])
    agent.destroy()
    expect([status, code]).toEqual([200, 0])
    await waitForLine('event', 'stopped')
  },
)

test('after SIGTERM, accepts connections for LECTERN_DRAIN_SECONDS and then exits with code 0', async () => {
  const { child, waitForLine, send } = await startProcess({ LECTERN_DRAIN_SECONDS: '1' })
  child.kill('SIGTERM')
  await waitForLine('msg', 'stopping')
  expect(await send('/nothing')).toBe(404)
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test('after SIGINT, exits without waiting for LECTERN_DRAIN_SECONDS', async () => {
  const { child } = await startProcess({ LECTERN_DRAIN_SECONDS: '15' })
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
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

async function servedFingerprint(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

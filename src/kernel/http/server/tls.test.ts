// Which versions and ciphers of TLS are offered.
import { once } from 'node:events'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../../test/support/http/test-server.ts'

test('TLS 1.2 offers only authenticated encryption with forward secrecy', async () => {
  const { app, port, certificate } = await startTestServer()
  const protocolWith = async (ciphers: string, maxVersion: SecureVersion): Promise<string> => {
    const socket: TLSSocket = connect({
      ...{ host: '127.0.0.1', port, ca: certificate.cert, servername: 'localhost' },
      ...{ ciphers, maxVersion },
    })
    const outcome = await once(socket, 'secureConnect').then(
      () => `${socket.getProtocol()} ${socket.getCipher().name}`,
      (error: NodeJS.ErrnoException) => String(error.code),
    )
    socket.destroy()
    return outcome
  }
  const gcm = 'ECDHE-ECDSA-AES128-GCM-SHA256'
  expect(await protocolWith(gcm, 'TLSv1.2')).toBe(`TLSv1.2 ${gcm}`)
  expect(await protocolWith('TLS_AES_256_GCM_SHA384', 'TLSv1.3')).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384')
  for (const weak of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-SHA'])
    expect([weak, await protocolWith(weak, 'TLSv1.2')]).toEqual([
      weak,
      'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    ])
  await app.close()
})

// What a participant has to prove before media flows, with one that is no browser.
import { expect, onTestFinished, test } from 'vitest'
import { MediaClient } from '../../../demo/stage/media-client.ts'
import { type Certificate, Connection, createCertificate } from './connection.ts'
import { MediaPorts } from './ports.ts'

async function openConnection(remoteFingerprint: string) {
  const ports = await MediaPorts.open(0, '127.0.0.1')
  onTestFinished(() => ports.close())
  const events: string[] = []
  const connection = new Connection(
    { ports, certificate: await createCertificate(), remoteFingerprint },
    {
      onConnect: () => events.push('connect'),
      onPacket: (packet) => events.push(packet.subarray(12).toString()),
      onFeedback: () => {},
      onClose: () => events.push('close'),
    },
  )
  const { ufrag, password } = connection
  return { events, connection, place: { ufrag, password, port: ports.port } }
}

function clientOf(certificate: Certificate): MediaClient {
  const client = new MediaClient(certificate)
  onTestFinished(() => client.close())
  return client
}

test('packets of a client that has the key of its certificate arrive', async () => {
  const identity = await createCertificate()
  const { events, connection, place } = await openConnection(identity.fingerprint)
  const client = clientOf(identity)
  await client.connect(place)
  const header = Buffer.from('806000010000000000000007', 'hex')
  client.sendPacket(header, Buffer.from('packet'), 1)
  await expect.poll(() => events).toEqual(['connect', 'packet'])
  connection.close()
})

test('a client with the certificate of somebody else is disconnected', async () => {
  const [own, other] = [await createCertificate(), await createCertificate()]
  const { events, place } = await openConnection(own.fingerprint)
  // It knows the certificate, which everyone can see, and not its key.
  clientOf({ ...own, keyPem: other.keyPem })
    .connect(place)
    .catch(() => {})
  await expect.poll(() => events).toEqual(['close'])
})

test('a client whose certificate the offer does not name is disconnected', async () => {
  const [own, other] = [await createCertificate(), await createCertificate()]
  const { events, place } = await openConnection(own.fingerprint)
  clientOf(other)
    .connect(place)
    .catch(() => {})
  await expect.poll(() => events).toEqual(['close'])
})

test('a handshake in which somebody changed a message on the way opens nothing', async () => {
  const identity = await createCertificate()
  const { events, place } = await openConnection(identity.fingerprint)
  const client = clientOf(identity)
  client.dtls.cipher.verifyData = () => Buffer.alloc(12)
  client.connect(place).catch(() => {})
  await expect.poll(() => events).toEqual(['close'])
})

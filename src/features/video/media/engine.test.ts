// What a room takes from the machine, and what it counts: one port for UDP and TCP, packets, and losses.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { formats, MediaClient, offerOf, readPlace } from '../../../demo/stage/media-client.ts'
import { createCertificate } from './connection.ts'
import { Engine } from './engine.ts'
import { emptyReport, resendRequest } from './rtcp.ts'
import { readRtp, writeHeader } from './rtp.ts'
import { bindingRequest } from './stun.ts'
import { takeTraffic } from './traffic.ts'

async function openEngine() {
  const engine = await Engine.open(
    { port: 0, host: '127.0.0.1', addresses: ['127.0.0.1'] },
    { onState() {}, onClose() {}, onSegment() {}, onPushed() {}, onEnd() {} },
  )
  const certificate = await createCertificate()
  const clients: MediaClient[] = []
  const closeClients = () => {
    for (const client of clients) client.close()
  }
  onTestFinished(closeClients)
  const ask = async (call: 'publish' | 'watch', room = 'room') => {
    const offer = offerOf(certificate, call === 'publish' ? 'sendonly' : 'recvonly')
    const session = `${room} ${clients.length}`
    const joined = await engine[call]({ session, room, person: session, offer })
    if (!('answer' in joined)) throw new Error(joined.problem)
    return joined.answer
  }
  const join = async (call: 'publish' | 'watch', room?: string) => {
    const answer = await ask(call, room)
    const client = new MediaClient(certificate)
    clients.push(client)
    await client.connect(readPlace(answer))
    return { client, answer }
  }
  return { engine, ask, join, closeClients }
}

/** The ports that this process has open. */
function openPorts() {
  const countOf = (kind: string) => process.getActiveResourcesInfo().filter((one) => one === kind).length
  return { udp: countOf('UDPWrap'), tcp: countOf('TCPServerWrap') }
}

test('rooms have one port for UDP and TCP, however many people join, and none when they are closed', async () => {
  const before = openPorts()
  const { engine, ask, join, closeClients } = await openEngine()
  const own = { udp: before.udp + 1, tcp: before.tcp + 1 }
  expect(openPorts()).toEqual(own)

  const joins = [['publish'], ['watch'], ['publish'], ['publish', 'another room']] as const
  for (const [call, room] of joins) {
    const { answer } = await join(call, room)
    const ports = [...answer.matchAll(/^a=candidate:\d+ 1 (udp|tcp) \d+ \S+ (\d+) /gm)]
    // Each of the two sections has both.
    const both = [`udp ${engine.port}`, `tcp ${engine.port}`]
    expect(ports.map(([, protocol, port]) => `${protocol} ${port}`)).toEqual([...both, ...both])
  }
  // Those of the clients, and no others.
  expect(openPorts()).toEqual({ udp: own.udp + joins.length, tcp: own.tcp })

  const socket = connect(engine.port, '127.0.0.1')
  const request = bindingRequest(readPlace(await ask('watch')))
  socket.write(Buffer.concat([Buffer.of(request.length >> 8, request.length & 0xff), request]))
  const [response] = (await once(socket, 'data')) as [Buffer]
  // The success of a binding request (RFC 8489, section 5), behind its length.
  expect(response.readUInt16BE(2)).toBe(0x0101)
  expect(openPorts().tcp).toBe(own.tcp)

  closeClients()
  await Promise.all([once(socket, 'close'), engine.close()])
  await expect.poll(openPorts).toEqual(before)
})

test('packets and bytes are counted, and packets that were lost on the way from a speaker or to a viewer', async () => {
  const { engine, join } = await openEngine()
  onTestFinished(() => engine.close())
  const { client: speaker } = await join('publish')
  const { client: viewer } = await join('watch')
  let isAsked = false
  viewer.onPacket = (bytes) => {
    const packet = readRtp(bytes)
    if (isAsked || !packet) return
    isAsked = true
    const request = resendRequest(packet.ssrc, [packet.sequenceNumber, packet.sequenceNumber - 1])
    viewer.sendFeedback(Buffer.concat([emptyReport(), request]))
  }
  const { type } = formats.picture
  const keyFrame = Buffer.from('1000000000', 'hex')
  let index = 1
  takeTraffic()
  const timer = setInterval(() => {
    // Each tenth packet is lost.
    index += index % 10 === 9 ? 2 : 1
    const header = writeHeader({
      ...{ payloadType: type, isMarked: true, ssrc: type, sequenceNumber: index },
      ...{ timestamp: index * 1800, extension: undefined },
    })
    speaker.sendPacket(header, keyFrame, index)
  }, 20)
  onTestFinished(() => clearInterval(timer))
  const sum = { packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, lostIn: 0, lostOut: 0 }
  const count = () => {
    for (const [name, value] of Object.entries(takeTraffic())) sum[name as keyof typeof sum] += value
    return sum
  }
  const atLeast = (least: number) => expect.toSatisfy((value: number) => value >= least)
  await expect.poll(count).toEqual({
    ...{ packetsIn: atLeast(20), packetsOut: atLeast(10), bytesIn: atLeast(600), bytesOut: atLeast(300) },
    ...{ lostIn: atLeast(1), lostOut: 2 },
  })
})

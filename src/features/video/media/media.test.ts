// The parts of the media engine that have no browser: STUN, SRTP, reports of arrivals, offers, and the ports.
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { MediaPorts } from './ports.ts'
import { readRtcp } from './rtcp.ts'
import { readOffer, readPushOffer, writeAnswer } from './sdp.ts'
import { deriveKey, SrtpReceiver, SrtpSender } from './srtp.ts'
import { hasIntegrity, readBindingRequest } from './stun.ts'
import { ArrivalReporter } from './twcc.ts'
import { startsKeyFrame } from './vp8.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

// RFC 5769, section 2.1.
const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt'
const REQUEST = hex(`
  00010058 2112a442 b7e7a701 bc34d686 fa87dfae 80220010 5354554e 20746573 7420636c 69656e74 00240004 6e0001ff
  80290008 932ff9b1 51263b36 00060009 6576746a 3a683676 59202020 00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249
  c1b571a2 80280004 e57a3bcf`)

test('a binding request is valid with its password, and with no other', () => {
  const request = readBindingRequest(REQUEST)
  expect(request).toMatchObject({ localUfrag: 'evtj', isNominating: false })
  expect(request && [hasIntegrity(request, PASSWORD), hasIntegrity(request, 'other')]).toEqual([true, false])
  expect(readBindingRequest(REQUEST.subarray(0, 60))).toBeUndefined()
})

test('keys are derived as in RFC 3711, appendix B.3', () => {
  const master = {
    key: hex('E1F97A0D3E018BE0D64FA32C06DE4139'),
    salt: hex('0EC675AD498AFEEBB6960B3AABE6'),
  }
  const derived = [deriveKey(master, 0, 16), deriveKey(master, 2, 14), deriveKey(master, 1, 20)]
  expect(derived.map((key) => key.toString('hex').toUpperCase())).toEqual([
    'C61E7A93744F39EE10734AFE3FF7A087',
    '30CBBC08863D8C85D49DB34A9AE1',
    'CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4',
  ])
})

test('a packet is decrypted once, also after its number has wrapped, and never if it was changed', () => {
  const master = { key: Buffer.alloc(16, 1), salt: Buffer.alloc(14, 2) }
  const [sender, receiver] = [new SrtpSender(master), new SrtpReceiver(master)]
  const headerOf = (index: number) => {
    const header = hex('806000000000000000000007')
    header.writeUInt16BE(index & 0xffff, 2)
    return header
  }
  const payload = Buffer.from('A payload of more than one block of sixteen bytes')
  for (const index of [65_534, 65_535, 65_536, 65_537]) {
    const packet = sender.protect(headerOf(index), payload, index)
    expect(packet.includes(payload)).toBe(false)
    const changed = Buffer.from(packet)
    changed.writeUInt8(packet.readUInt8(20) ^ 1, 20)
    expect(receiver.unprotect(changed)).toBeUndefined()
    expect(receiver.unprotect(packet)?.subarray(12)).toEqual(payload)
    expect(receiver.unprotect(packet)).toBeUndefined()
  }
  const feedback = hex('81ce000200000001000000070000000a')
  expect(receiver.unprotectRtcp(sender.protectRtcp(feedback))).toEqual(feedback)
})

test('packets of all lengths and in any order are encrypted and signed as in RFC 3711, sections 4.1.1 and 4.2.1', () => {
  const master = { key: Buffer.alloc(16, 1), salt: Buffer.alloc(14, 2) }
  const [key, authKey, salt] = [deriveKey(master, 0, 16), deriveKey(master, 1, 20), deriveKey(master, 2, 14)]
  const expected = (header: Buffer, payload: Buffer, index: number) => {
    const counter = Buffer.concat([salt, Buffer.alloc(2)])
    counter.writeInt32BE(counter.readInt32BE(4) ^ header.readInt32BE(8), 4)
    counter.writeUInt16BE(counter.readUInt16BE(12) ^ index, 12)
    const covered = Buffer.concat([header, createCipheriv('aes-128-ctr', key, counter).update(payload)])
    const tag = createHmac('sha1', authKey).update(covered).update(Buffer.alloc(4)).digest()
    return Buffer.concat([covered, tag.subarray(0, 10)])
  }
  const sender = new SrtpSender(master)
  for (const [index, length] of [
    ...[0, 1, 15, 16, 17, 1_200, 80, 1_199, 3, 1_201, 1_000].map((one, at) => [at, one] as const),
    // Sent again, and after a gap.
    ...([
      [2, 15],
      [9, 1_201],
      [11, 700],
      [300, 80],
      [301, 1_100],
      [290, 500],
    ] as const),
  ]) {
    const header = hex('906000000000000000000007bede000130000000')
    header.writeUInt16BE(index, 2)
    const payload = randomBytes(length)
    expect(sender.protect(header, payload, index)).toEqual(expected(header, payload, index))
  }
})

/** What a report says of each packet from its first: the delta in milliseconds, or null if it was lost. */
function arrivalsIn(report: Buffer | undefined): { first: number; deltas: (number | null)[] } {
  if (!report) throw new Error('There is no report.')
  const count = report.readUInt16BE(2)
  const symbols = Array.from({ length: count }, (_, index) => {
    const chunk = report.readUInt16BE(8 + 2 * Math.floor(index / 7))
    return (chunk >> (2 * (6 - (index % 7)))) & 3
  })
  let at = 8 + 2 * Math.ceil(count / 7)
  const deltas = symbols.map((symbol) => {
    if (symbol === 0) return null
    const delta = symbol === 1 ? report.readUInt8(at) : report.readInt16BE(at)
    at += symbol
    return delta / 4
  })
  return { first: report.readUInt16BE(0), deltas }
}

test('a report counts gaps as lost, also between reports, and continues when numbers wrap', () => {
  const reporter = new ArrivalReporter()
  reporter.add(65_534, 64_000)
  reporter.add(0, 65_000)
  expect(arrivalsIn(reporter.take())).toEqual({ first: 65_534, deltas: [0, null, 1] })
  reporter.add(3, 128_000)
  expect(arrivalsIn(reporter.take())).toEqual({ first: 1, deltas: [null, null, 0] })
  expect(reporter.take()).toBeUndefined()
})

test('a report has negative differences for packets that overtook others, and large ones for pauses', () => {
  const reporter = new ArrivalReporter()
  reporter.add(11, 640_000)
  reporter.add(10, 642_000)
  reporter.add(12, 842_000)
  expect(arrivalsIn(reporter.take())).toEqual({ first: 10, deltas: [2, -2, 202] })
})

const OFFER = [
  'v=0',
  'a=fingerprint:sha-256 aa:bb',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=sendonly',
  'a=rtpmap:111 opus/48000/2',
  'm=video 0 UDP/TLS/RTP/SAVPF 120 126',
  'a=bundle-only',
  'a=mid:1',
  'a=sendonly',
  'a=ssrc-group:FID 7 8',
  'a=ssrc:7 cname:one',
  'a=rtpmap:126 H264/90000',
  'a=rtpmap:120 VP8/90000',
  'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  '',
].join('\r\n')

test('a section with port 0 is accepted if it shares the transport, with the numbers of the offer', () => {
  const offer = readOffer(OFFER)
  expect(offer?.media).toMatchObject([
    { mid: '0', payloadType: 111 },
    { mid: '1', payloadType: 120, ssrc: 7 },
  ])
  const answer =
    offer &&
    writeAnswer(offer, {
      ...{ ufrag: 'own', password: 'secret', fingerprint: 'CC' },
      addresses: [{ address: '192.0.2.1', port: 8444 }],
      ssrcs: new Map(),
    })
  for (const line of ['a=group:BUNDLE 0 1', 'm=video 9 UDP/TLS/RTP/SAVPF 120', 'a=ice-lite', 'a=recvonly'])
    expect(answer).toContain(line)
  expect(answer).toContain('a=candidate:1 1 udp 2130706431 192.0.2.1 8444 typ host')
  expect(answer).toContain('a=extmap:3 http://www.ietf.org/id/draft-holmer')
  expect(readOffer(OFFER.replaceAll('120', '300'))?.media[1]?.payloadType).toBeUndefined()
  const section = OFFER.slice(OFFER.indexOf('m=video'))
  for (const broken of [
    '',
    OFFER + section.repeat(20),
    OFFER.replace('a=mid:1', ''),
    OFFER.replace('sha-256', 'md5'),
  ])
    expect(readOffer(broken)).toBeUndefined()
})

test('the offer of an encoder has one picture in H.264 of any profile, in one layer, and is answered like that', () => {
  const layer = 'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
  const format = 'a=fmtp:126 profile-level-id=64001F;packetization-mode=1'
  const lines = [OFFER.replaceAll('sendonly', 'sendrecv'), format, layer, 'a=simulcast:send hi;lo', '']
  const sdp = lines.join('\r\n')
  const offer = readPushOffer(`${sdp}${sdp.slice(sdp.indexOf('m=video')).replace('mid:1', 'mid:2')}`)
  expect(offer?.media).toMatchObject([
    { mid: '0', payloadType: 111, direction: 'sendonly' },
    { mid: '1', payloadType: 126, direction: 'sendonly', layerIds: [] },
    { mid: '2', payloadType: undefined },
  ])
  const own = { ufrag: 'own', password: 'secret', fingerprint: 'CC', addresses: [], ssrcs: new Map() }
  const answer = offer && writeAnswer(offer, own)
  expect(answer).toContain(
    'a=fmtp:126 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001F',
  )
  expect(answer).not.toContain('rtp-stream-id')
  expect(readPushOffer(sdp.replace('a=mid:0', 'a=mid:0\r\na=setup:passive'))).toBeUndefined()
  expect(readPushOffer(OFFER)?.media[1]?.payloadType).toBeUndefined()
})

test('a request for lost packets names a thousand at most, however long it is', () => {
  const pairs = Buffer.alloc(4 * 10_000, 0xff)
  const header = hex('81cd000000000001 00000007')
  header.writeUInt16BE((header.length + pairs.length) / 4 - 1, 2)
  const [message] = readRtcp(Buffer.concat([header, pairs]))
  expect(message?.kind === 'lost' && message.sequenceNumbers.length).toBeLessThan(1100)
})

test('key frames of VP8 are recognized with and without an extended descriptor', () => {
  const starts = ['1000', '9080808100', '1001', '0000'].map((text) => startsKeyFrame(hex(text)))
  expect(starts).toEqual([true, true, false, false])
})

test('an address opens a hundred connections that have not named a receiver, and no more', async () => {
  const ports = await MediaPorts.open(0, '127.0.0.1')
  const open = async (localAddress: string) => {
    const socket = connect({ port: ports.port, host: '127.0.0.1', localAddress }).resume()
    await once(socket, 'connect')
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open('127.0.0.1')))
  await once(await open('127.0.0.1'), 'close')
  const other = await open('127.0.0.2')
  await expect.poll(() => [...sockets, other].filter(({ closed }) => !closed).length).toBe(101)
  for (const socket of [...sockets, other]) socket.destroy()
  await ports.close()
})

test('only a request with a known name and its password gets an answer, and opens the way for data', async () => {
  const ports = await MediaPorts.open(0, '127.0.0.1')
  const received: string[] = []
  ports.add('evtj', {
    password: PASSWORD,
    onPath: () => {},
    onData: (data) => void received.push(data.toString()),
  })
  const client = createSocket('udp4')
  const answers: number[] = []
  client.on('message', (data) => answers.push(data.readUInt16BE(0)))
  const send = (data: Buffer) =>
    new Promise<void>((resolve) => client.send(data, ports.port, '127.0.0.1', () => resolve()))
  const forged = Buffer.from(REQUEST)
  forged.write('other', 60, 'latin1')
  for (const data of [Buffer.from('early data'), forged, Buffer.alloc(1200)]) await send(data)
  await send(REQUEST)
  await once(client, 'message')
  await send(Buffer.from('data'))
  await expect.poll(() => received).toEqual(['data'])
  expect(answers).toEqual([0x0101])
  client.close()
  await ports.close()
})

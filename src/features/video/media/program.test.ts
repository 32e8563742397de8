// The streams of a room and of an encoder, without either: pictures from packets, what is in their segments, and limits.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { headerOf } from '../streams/hls/boxes.ts'
import { OPUS } from '../streams/hls/opus.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import { ArrivalClock } from './arrival-clock.ts'
import { createCertificate } from './connection.ts'
import { type H264Picture, H264Reader } from './h264.ts'
import { lastsPacketMs, SILENCE } from './opus.ts'
import { MediaPorts } from './ports.ts'
import { Program } from './program.ts'
import { Push } from './push.ts'
import { type OfferedMedia, readOffer, readPushOffer, writeAnswer } from './sdp.ts'
import { Track } from './track.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 100_000 }))
afterEach(() => void vi.useRealTimers())

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

/** The parameters of pictures of 640 x 360. */
const SEQUENCE = hex('6742c01f dc0a02ff 97011000 00030010 00000300 20f18338')
const PICTURE = hex('68ce0f2c80')
/** Both in one packet. */
const PARAMETERS = Buffer.concat([hex('78 0018'), SEQUENCE, hex('0005'), PICTURE])
const KEY_PARTS = [hex('7c85 aa'), hex('7c05 bb'), hex('7c45 cc')]
const OTHER = hex('61 dd')

type Sent = { payload: Buffer; timestamp: number; isMarked?: boolean }
const KEY_PICTURE = (timestamp: number): Sent[] => [
  { payload: PARAMETERS, timestamp },
  ...KEY_PARTS.map((payload, index) => ({ payload, timestamp, isMarked: index === 2 })),
]
const OTHER_PICTURE = (timestamp: number): Sent[] => [{ payload: OTHER, timestamp, isMarked: true }]

const packetsOf = (sent: readonly Sent[], first: number) =>
  sent.map((one, index) => ({
    ...{ payloadType: 102, isMarked: false, ssrc: 1, extensions: new Map(), ...one },
    sequenceNumber: (first + index) & 0xffff,
  }))

/** The pictures of packets in this order of arrival, all at once or after lost ones have not come. */
function picturesOf(packets: ReturnType<typeof packetsOf>, stepMs = 1): H264Picture[] {
  const pictures: H264Picture[] = []
  const reader = new H264Reader((picture) => pictures.push(picture))
  for (const [index, packet] of packets.entries()) reader.add(packet, index * stepMs)
  return pictures
}

test('pictures come from packets with several units and with parts of units, whose numbers wrap', () => {
  const packets = packetsOf([...KEY_PICTURE(0), ...OTHER_PICTURE(3000)], 65_534)
  const [key, other, ...more] = picturesOf(packets)
  expect(key).toMatchObject({ timestamp: 0, isKey: true, data: hex('00000004 65aabbcc') })
  expect(key?.config.includes(SEQUENCE)).toBe(true)
  expect([other?.isKey, other?.data, more]).toEqual([false, hex('00000002 61dd'), []])
  const [first, second, third, ...rest] = packets
  const mixed = [first, third, second, ...rest, second].flatMap((packet) => packet ?? [])
  expect(picturesOf(mixed)).toEqual(picturesOf(packets))
})

test('after a packet that does not come again, pictures begin with the next key frame', () => {
  const all = packetsOf(
    [0, 1, 2].flatMap((index) => [...KEY_PICTURE(9000 * index), ...OTHER_PICTURE(9000 * index + 3000)]),
    10,
  )
  // A part of the second key frame.
  const packets = all.filter(({ sequenceNumber }) => sequenceNumber !== 17)
  expect(picturesOf(packets, 200).map(({ timestamp }) => timestamp)).toEqual([0, 3000, 18_000, 21_000])
})

test.each([
  ['nothing', ''],
  ['units that are longer than their packet', '78 00ff 6742'],
  ['a part without a beginning', '7c05 aa'],
  ['a part without content', '7c'],
])('%s makes no picture', (_name, payload) => {
  const packets = packetsOf([{ payload: hex(payload), timestamp: 0, isMarked: true }], 1)
  expect(picturesOf(packets)).toEqual([])
})

test('a part that never ends is dropped', () => {
  const part = Buffer.concat([hex('7c05'), Buffer.alloc(1200)])
  const endless = Array.from({ length: 4000 }, () => ({ payload: part, timestamp: 0 }))
  const packets = packetsOf([...KEY_PICTURE(0).slice(0, 2), ...endless], 1)
  const parts = picturesOf([...packets, ...packetsOf(KEY_PICTURE(9000), packets.length + 1)])
  expect(parts.map(({ timestamp }) => timestamp)).toEqual([9000])
})

test('only packets of 20 ms are sound', () => {
  expect(['f8', '78', '48', '68', 'fc'].map((first) => lastsPacketMs(hex(first)))).toEqual(
    Array(5).fill(true),
  )
  expect(['', 'f9', 'f0', '40', '60'].map((first) => lastsPacketMs(hex(first)))).toEqual(Array(5).fill(false))
})

test('time stamps become times of this clock by the packets with the shortest delay', () => {
  const clock = new ArrivalClock(48_000)
  expect(clock.timeOf(2 ** 32 - 480, 1080)).toBe(1080)
  // After 10 ms, and 50 ms faster. The numbers wrap.
  expect(clock.timeOf(0, 1040)).toBe(1040)
  expect(clock.timeOf(480, 1300)).toBe(1050)
  expect(clock.timeOf(960, 9000)).toBe(9000)
})

/** The content of the first box with this type. */
function boxOf(bytes: Uint8Array, type: string): Buffer {
  const all = Buffer.from(bytes)
  const at = all.indexOf(type, 0, 'latin1')
  return all.subarray(at + 4, at - 4 + all.readUInt32BE(at - 4))
}

test('the header of a stream with Opus describes it', () => {
  const video = { config: hex('01'), width: 320, height: 180 }
  const header = headerOf({ video, audio: OPUS })
  const entry = boxOf(header, 'Opus')
  expect([entry.readUInt16BE(16), entry.readUInt16BE(18), entry.readUInt16BE(24)]).toEqual([2, 16, 48_000])
  const format = boxOf(header, 'dOps')
  expect([format.length, format.readUInt8(0), format.readUInt8(1), format.readUInt32BE(4)]).toEqual([
    11, 0, 2, 48_000,
  ])
})

const OFFER = [
  'v=0',
  'a=fingerprint:sha-256 aa:bb',
  ...['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', 'a=sendonly', 'a=rtpmap:111 opus/48000/2'],
  ...['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:1', 'a=sendonly', 'a=rtpmap:96 VP8/90000'],
  ...['m=video 9 UDP/TLS/RTP/SAVPF 104 102', 'a=mid:2', 'a=sendonly'],
  ...['a=rtpmap:104 H264/90000', 'a=fmtp:104 packetization-mode=0;profile-level-id=42e01f'],
  ...['a=rtpmap:102 H264/90000', 'a=fmtp:102 packetization-mode=1;profile-level-id=42e01f'],
  '',
].join('\r\n')

test('an offer has pictures for the stream in sections of their own, and viewers never get them', () => {
  const offer = readOffer(OFFER)
  expect(offer?.media.map(({ codec, payloadType }) => [codec, payloadType])).toEqual([
    ['opus', 111],
    ['vp8', 96],
    ['h264', 102],
  ])
  if (!offer) throw new Error('This is no offer.')
  const answer = writeAnswer(offer, {
    ...{ ufrag: 'u', password: 'p', fingerprint: 'f', addresses: [], ssrcs: new Map() },
  })
  expect(answer).toContain('a=rtpmap:102 H264/90000')
  expect(readOffer(OFFER.replaceAll('sendonly', 'recvonly'))?.media[2]?.payloadType).toBeUndefined()
})

/** A camera and a microphone that send for some seconds, and the segments of their program. */
function program() {
  const segments: Segment[] = []
  const made = new Program((segment) => segments.push(segment))
  const [audio, , video] = (readOffer(OFFER)?.media ?? []) as [OfferedMedia, OfferedMedia, OfferedMedia]
  const [microphone, camera] = [new Track('microphone', audio), new Track('camera', video)]
  const [sound, pictures] = [microphone.open(1, ''), camera.open(2, '')]
  let [soundNumber, pictureNumber] = [0, 0]
  const send = ({ isOn = true } = {}) => {
    const ms = performance.now()
    const number = { sequenceNumber: soundNumber++ & 0xffff, timestamp: (48 * ms) >>> 0 }
    const plain = { payloadType: 111, isMarked: false, ssrc: 1, extensions: new Map() }
    sound && microphone.receive(sound, { ...plain, ...number, payload: hex('f8 01') }, undefined)
    if (!isOn || soundNumber % 2 === 0) return
    const timestamp = (90 * ms) >>> 0
    // A browser answers a request for a key frame with the next picture.
    const isKey = camera.takeRequests().length > 0
    const packets = packetsOf(isKey ? KEY_PICTURE(timestamp) : OTHER_PICTURE(timestamp), pictureNumber)
    pictureNumber += packets.length
    for (const packet of packets) if (pictures) camera.receive(pictures, packet, undefined)
  }
  const run = (ms: number, { isOn = true, hasVoice = true } = {}) => {
    for (let passed = 0; passed < ms; passed += 20) {
      if (hasVoice) send({ isOn })
      if (passed % 240 === 0) made.show({ picture: isOn ? camera : undefined, sounds: [microphone] })
      vi.advanceTimersByTime(20)
    }
  }
  return { run, segments }
}

/** The numbers of pictures and of packets of sound in a segment. */
function samplesOf({ data }: Segment): number[] {
  const all = Buffer.from(data)
  const counts: number[] = []
  for (let at = all.indexOf('trun'); at !== -1; at = all.indexOf('trun', at + 4))
    counts.push(all.readUInt32BE(at + 8))
  return counts
}

const totalMs = (segments: readonly Segment[]) =>
  segments.reduce((sum, { durationMs }) => sum + durationMs, 0)

test('a program has segments of about a second, with one header and sound without gaps', () => {
  const { run, segments } = program()
  run(6000)
  expect(segments.length).toBeGreaterThanOrEqual(4)
  expect(segments.map(({ header }) => header !== undefined)).toEqual([
    true,
    ...segments.slice(1).map(() => false),
  ])
  for (const segment of segments) {
    expect(segment.durationMs).toBeGreaterThanOrEqual(750)
    expect(segment.durationMs).toBeLessThan(1500)
    const [pictures, sounds] = samplesOf(segment) as [number, number]
    expect(Math.abs(pictures * 40 - segment.durationMs)).toBeLessThanOrEqual(80)
    expect(Math.abs(sounds * 20 - segment.durationMs)).toBeLessThanOrEqual(80)
  }
})

test('without a camera, a program shows nothing, and without a voice, it is silent', () => {
  const { run, segments } = program()
  run(4000)
  const before = segments.length
  run(4000, { isOn: false })
  const [first, ...others] = segments.slice(before + 1)
  expect(first?.width).toBe(256)
  run(4000, { isOn: false, hasVoice: false })
  const last = segments.at(-1)
  expect(Buffer.from(last?.data ?? []).includes(SILENCE)).toBe(true)
  run(4000)
  const headers = segments.filter(({ header }) => header !== undefined)
  expect([headers.length, others.length > 0]).toEqual([3, true])
  const played = totalMs(segments)
  expect(played).toBeGreaterThan(13_000)
  const heard = segments.reduce((sum, segment) => sum + 20 * (samplesOf(segment)[1] ?? 0), 0)
  expect(Math.abs(heard - played)).toBeLessThanOrEqual(100)
})

/** An encoder whose pictures come every 40 ms, with a key frame at every multiple of `keyMs`. */
async function push(keyMs: number) {
  const ports = await MediaPorts.open(0, '127.0.0.1')
  onTestFinished(() => ports.close())
  const offer = readPushOffer(OFFER.replace('a=mid:2', 'a=mid:2\r\na=ssrc:2 cname:encoder'))
  if (!offer) throw new Error('This is no offer.')
  const [segments, ends]: [Segment[], string[]] = [[], []]
  const made = new Push({
    ...{ id: 'push', ports, certificate: await createCertificate(), offer },
    onSegment: (segment) => segments.push(segment),
    onEnd: (reason) => ends.push(reason),
  })
  const track = made.publisher.streamedPicture('camera')
  const [source] = track?.layers ?? []
  let [sentMs, number, requests] = [0, 0, 0]
  const run = (ms: number, { isSending = true } = {}) => {
    for (let passed = 0; passed < ms; passed += 40, sentMs += 40) {
      const picture = sentMs % keyMs === 0 ? KEY_PICTURE(90 * sentMs) : OTHER_PICTURE(90 * sentMs)
      const packets = isSending ? packetsOf(picture, number) : []
      number += packets.length
      for (const packet of packets) if (source) track?.receive(source, packet, undefined)
      if (passed % 240 === 0) made.direct()
      requests += track?.takeRequests().length ?? 0
      vi.advanceTimersByTime(40)
    }
    made.direct()
    return { requests, segments, ends }
  }
  return run
}

test('a push has segments of two seconds with silence, and is not asked for key frames', async () => {
  const run = await push(2000)
  const { requests, segments, ends } = run(6040)
  expect([requests, ends]).toEqual([0, []])
  expect(segments.map(({ durationMs, keyFramesMs }) => [durationMs, keyFramesMs])).toEqual([
    ...[1, 2, 3].map(() => [2000, 2000]),
  ])
  // Silence is added where sound is late, so the last of it is not in these segments yet.
  const [pictures, sounds] = [0, 1].map((track) =>
    segments.reduce((sum, segment) => sum + (samplesOf(segment)[track] ?? 0), 0),
  )
  expect([pictures, Math.abs(20 * (sounds ?? 0) - 6000) < 500]).toEqual([150, true])
})

test('a push ends when its encoder does not send the key frames that it is asked for', async () => {
  const run = await push(10_000)
  expect(run(4000).ends).toEqual([])
  const { requests, ends } = run(400)
  expect([requests > 3, ends]).toEqual([true, ['key_frames']])
})

test('a push ends 15 seconds after its last picture', async () => {
  const run = await push(2000)
  run(2040)
  expect(run(14_800, { isSending: false }).ends).toEqual([])
  expect(run(200, { isSending: false }).ends).toEqual(['silent'])
})

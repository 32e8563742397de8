// Simulcast without a browser: the layers that viewers get, how pictures continue when the layer changes, and paths.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLayers } from './layers.ts'
import { Outlet } from './outlet.ts'
import { Path } from './path.ts'
import { readRtcp } from './rtcp.ts'
import { PACKET_OVERHEAD_BYTES, readRtp } from './rtp.ts'
import { readOffer, writeAnswer } from './sdp.ts'
import type { Source } from './source.ts'
import { Track } from './track.ts'
import { ArrivalReporter, readArrivals } from './twcc.ts'
import { readNumbers, renumber, widthOfKeyFrame } from './vp8.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTime(ms)

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

const OFFER = [
  'v=0',
  'a=fingerprint:sha-256 aa:bb',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:1',
  'a=sendonly',
  'a=rtpmap:96 VP8/90000',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'a=extmap:15 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=rid:low send',
  'a=rid:middle send',
  'a=rid:high send',
  'a=simulcast:send low;~middle,other;high',
  '',
].join('\r\n')

function answerTo(text: string): string {
  const offer = readOffer(text)
  if (!offer) throw new Error('This is no offer.')
  const own = { ufrag: 'own', password: 'secret', fingerprint: 'CC' }
  return writeAnswer(offer, { ...own, addresses: [], ssrcs: new Map() })
}

test('an answer accepts the layers of an offer in their order, if packets can name them', () => {
  const answer = answerTo(OFFER)
  for (const line of [
    ...['a=rid:low recv', 'a=rid:middle recv', 'a=rid:high recv', 'a=simulcast:recv low;middle;high'],
    'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  ])
    expect(answer.split('\r\n')).toContain(line)
  // Its number does not fit into the extensions that packets have.
  expect(answer).not.toContain('a=extmap:15')
  for (const without of [OFFER.replace(/a=extmap:10.*\r\n/, ''), OFFER.replace(/a=simulcast.*\r\n/, '')])
    expect(answerTo(without)).not.toMatch(/a=(rid|simulcast)/)
})

test('a viewer who receives is asked for the arrivals of its packets', () => {
  const answer = answerTo(OFFER.replace('sendonly', 'recvonly').replace('extmap:15', 'extmap:3'))
  expect(answer).toContain('a=extmap:3 http://www.ietf.org/id/draft-holmer')
  expect(answer).toContain('a=rtcp-fb:96 transport-cc')
  expect(answer).not.toMatch(/a=rid|rtp-stream-id/)
})

test('arrivals are read as they are written, also in runs and single bits', () => {
  const reporter = new ArrivalReporter()
  for (const [number, atUs] of [
    [65_534, 64_000],
    [0, 65_000],
    [1, 900_000],
    [2, 899_000],
  ] as const)
    reporter.add(number, atUs)
  const report = reporter.take() ?? Buffer.alloc(0)
  expect(readArrivals(report)).toEqual({ first: 65_534, atMs: [64, undefined, 65, 900, 899] })
  // Three that arrived with a run, then two bits of fourteen, of which the first did not.
  const runs = hex('0001 0005 000001 00  2003 9000  04 04 04 08')
  expect(readArrivals(runs)).toEqual({ first: 1, atMs: [65, 66, 67, undefined, 69] })
  for (const broken of [report.subarray(0, 9), hex('0001 ffff 000001 00 3fff'), hex('00')])
    expect(readArrivals(broken)).toBeUndefined()
  const [message] = readRtcp(Buffer.concat([hex('8fcd0006 00000001 00000007'), runs]))
  expect(message).toEqual({ kind: 'arrivals', report: runs })
})

// A key frame with a picture id of 15 bits and the number of its base, 640 pixels wide.
const KEY_FRAME = hex('90 e0 8005 07 00  100000 9d012a 8002 6801')
const OTHER_FRAME = hex('90 e0 8006 08 00  110000 00')
const SHORT_FRAME = hex('90 80 7f  11 0000')

test('pictures of VP8 get other numbers, which wrap', () => {
  expect(widthOfKeyFrame(KEY_FRAME)).toBe(640)
  expect(readNumbers(KEY_FRAME)).toEqual({ picture: 5, base: 7 })
  const moved = renumber(KEY_FRAME, { picture: -6, base: 250 })
  expect([readNumbers(moved), moved.length]).toEqual([{ picture: 0x7fff, base: 1 }, KEY_FRAME.length])
  expect(readNumbers(renumber(SHORT_FRAME, { picture: 2, base: 1 }))).toEqual({ picture: 1, base: 0 })
  const plain = hex('10 00')
  expect(renumber(plain, { picture: 1, base: 1 })).toEqual(plain)
})

/** A track of three layers. Each has a clock and numbers of its own. */
function openTrack() {
  const media = readOffer(OFFER)?.media[0]
  if (!media) throw new Error('This is no offer.')
  const track = new Track('camera', media)
  const layers = media.layerIds.map((id, index) => {
    const source = track.open(index, id)
    if (!source) throw new Error(`There is no layer ${id}.`)
    let number = 1000 * index
    const send = (payload: Buffer) => {
      number += 1
      const packet = { payloadType: 96, isMarked: true, ssrc: index, extensions: new Map() }
      const timestamp = 90_000 * index + 90 * Math.round(performance.now())
      track.receive(source, { ...packet, sequenceNumber: number, timestamp, payload }, undefined)
    }
    return { source, send }
  })
  return { track, low: layers[0] as Layer, middle: layers[1] as Layer, high: layers[2] as Layer }
}
type Layer = { source: Source; send(payload: Buffer): void }

function openOutlet() {
  const path = new Path()
  const sent: { sequenceNumber: number; timestamp: number; picture: number; base: number }[] = []
  const outlet = new Outlet({
    connection: {
      send(header, payload) {
        const packet = readRtp(Buffer.concat([header, payload]))
        if (!packet) throw new Error('The packet is malformed.')
        const { sequenceNumber, timestamp } = packet
        sent.push({ sequenceNumber, timestamp, ...readNumbers(payload) })
      },
      sendFeedback() {},
    },
    ...{ path, kind: 'video', payloadType: 96, arrivalsId: 3 },
  })
  return { outlet, sent, path }
}

test('another layer begins with its next key frame, and continues the numbers of the one before', () => {
  const { low, high } = openTrack()
  const { outlet, sent } = openOutlet()
  outlet.show(low.source)
  low.send(KEY_FRAME)
  pass(40)
  low.send(OTHER_FRAME)
  outlet.show(high.source)
  for (const { send } of [high, low]) send(OTHER_FRAME)
  expect(sent).toHaveLength(3)
  pass(40)
  high.send(KEY_FRAME)
  low.send(KEY_FRAME)
  high.send(OTHER_FRAME)
  const [first] = sent
  if (!first) throw new Error('Nothing was sent.')
  const numbers = sent.map((one) => [
    one.sequenceNumber - first.sequenceNumber,
    (one.timestamp - first.timestamp) >>> 0,
  ])
  expect(numbers).toEqual(
    [0, 1, 2, 3, 4].map((index) => [index, 90 * (index === 0 ? 0 : index < 3 ? 40 : 80)]),
  )
  expect(sent.map(({ picture, base }) => [picture, base])).toEqual([
    ...[1, 2, 2, 3, 4].map((number) => [number, number]),
  ])
  const before = sent.length
  outlet.repeat([first.sequenceNumber + 1, first.sequenceNumber + 4])
  expect(sent.slice(before)).toEqual([sent[1], sent[4]])
})

test('a packet is sent again until it arrives, also if the viewer asks for it only once', () => {
  const { low } = openTrack()
  const { outlet, sent, path } = openOutlet()
  const reporter = new ArrivalReporter()
  outlet.show(low.source)
  low.send(KEY_FRAME)
  low.send(OTHER_FRAME)
  const report = (...numbers: number[]) => {
    for (const number of numbers) reporter.add(number, Math.round(1000 * performance.now()))
    path.read(reporter.take() as Buffer)
  }
  const lost = sent[1]
  const numbersSent = () => sent.slice(2).map(({ sequenceNumber }) => sequenceNumber)
  report(0)
  outlet.repeat([lost?.sequenceNumber ?? 0])
  low.send(OTHER_FRAME)
  // The answer, with the number 2 on the path, is lost as well, and the next one is not.
  report(3)
  expect(numbersSent().filter((number) => number === lost?.sequenceNumber)).toHaveLength(2)
  report(4)
  low.send(OTHER_FRAME)
  report(5)
  expect(numbersSent().filter((number) => number === lost?.sequenceNumber)).toHaveLength(2)
})

test('a layer that is no longer sent is not chosen, and one without packets never was', () => {
  const { track, low, high } = openTrack()
  for (const { send } of [low, high]) send(KEY_FRAME)
  expect(track.activeLayers).toEqual([low.source, high.source])
  for (let ms = 0; ms < 1000; ms += 100) {
    pass(100)
    low.send(OTHER_FRAME)
    // Padding.
    high.send(Buffer.alloc(0))
  }
  expect(track.activeLayers).toEqual([low.source])
  expect(track.isOn).toBe(true)
  for (const { send } of [low, high]) send(OTHER_FRAME)
  // The connection of the speaker stalls, and one layer continues before the other.
  pass(1_400)
  low.send(OTHER_FRAME)
  expect(track.activeLayers).toEqual([low.source, high.source])
})

test('a speaker is asked for a key frame of all layers at once, and not again for a moment', () => {
  const { track, low, high } = openTrack()
  for (const { send } of [low, high]) send(OTHER_FRAME)
  const waiting = [openOutlet(), openOutlet(), openOutlet()]
  for (const [index, { outlet }] of waiting.entries()) outlet.show(index === 0 ? low.source : high.source)
  const requests = () => track.takeRequests().flatMap((packet) => readRtcp(packet))
  expect(requests()).toEqual([
    { kind: 'keyFrame', ssrc: 0 },
    { kind: 'keyFrame', ssrc: 2 },
  ])
  expect(requests()).toEqual([])
  for (const { send } of [low, high]) send(KEY_FRAME)
  pass(400)
  expect(requests()).toEqual([])
})

const layer = (name: string, kilobits: number, width: number) => ({ name, rate: 1000 * kilobits, width })
const [LOW, MIDDLE, HIGH] = [layer('low', 150, 320), layer('middle', 450, 640), layer('high', 1200, 1280)]
const ALL = [LOW, MIDDLE, HIGH]
const FREE = { kilobits: 5000, mayRise: true, width: 1280, smallWidth: 0 }
type Named = typeof LOW
type Case = {
  main?: readonly Named[]
  /** The layers that the viewer has. */
  current?: Named
  had?: readonly (Named | undefined)[]
  /** The number of small pictures. */
  small?: number
} & Partial<typeof FREE>

function chosen({ main = ALL, current, small = 0, had = [], ...terms }: Case) {
  const { kilobits, ...rest } = { ...FREE, ...terms }
  const layers = chooseLayers(
    {
      main: { layers: main, current },
      small: Array.from({ length: small }, (_, index) => ({ layers: ALL, current: had[index] })),
    },
    { budget: 1000 * kilobits, ...rest },
  )
  return [layers.main, ...layers.small].map((one) => one?.name)
}

test.each<[string, Case, (string | undefined)[]]>([
  ['all of it', {}, ['high']],
  ['a small window', { width: 400 }, ['low']],
  ['a window between two layers', { width: 600 }, ['middle']],
  ['a path that carries less', { kilobits: 1000 }, ['middle']],
  ['a path that carries almost nothing', { kilobits: 10 }, ['low']],
  ['a speaker who sends less', { main: [LOW, MIDDLE] }, ['middle']],
  ['a path that has just been full', { current: LOW, mayRise: false }, ['low']],
  ['a full path, but another speaker', { current: layer('else', 1, 1), mayRise: false }, ['high']],
  ['a small picture beside it', { small: 1 }, ['high', 'low']],
  ['a small picture that takes from the large one', { small: 1, kilobits: 1300 }, ['middle', 'low']],
  ['no room for the small picture', { small: 1, kilobits: 200 }, ['low', undefined]],
  ['no picture', { main: [] }, [undefined]],
  ['four small pictures', { small: 4 }, ['high', 'low', 'low', 'low', 'low']],
  [
    'small pictures that get what the large one leaves',
    { small: 4, kilobits: 900 },
    ['middle', 'low', 'low', 'low', undefined],
  ],
  [
    'a path that has just been full, on which none begins but the first',
    { small: 4, had: [undefined, LOW, undefined, LOW], mayRise: false },
    ['high', 'low', 'low', undefined, 'low'],
  ],
  [
    'two small pictures without a large one',
    { main: [], small: 2, smallWidth: 640 },
    [undefined, 'middle', 'middle'],
  ],
  [
    'small pictures that together are not more than a large one',
    { main: [], small: 4, smallWidth: 640 },
    [undefined, 'middle', 'middle', 'low', 'low'],
  ],
  [
    'a path that carries only the smallest of them',
    { main: [], small: 4, smallWidth: 640, kilobits: 500 },
    [undefined, 'low', 'low', 'low', undefined],
  ],
])('layers for %s', (_, wanted, names) => {
  expect(chosen(wanted)).toEqual(names)
})

const PACKET_BITS = 8_000

/** A path on which `rate` bits per second are sent in packets of 1,000 bytes, with the reports of a browser. */
function openPath() {
  const path = new Path()
  const reporter = new ArrivalReporter()
  const onTheirWay: { number: number; atMs: number }[] = []
  let [freeAtMs, credit, steps] = [0, 0, 0]
  const step = ({ rate, capacity = 10_000_000, lossEvery = 0, isReported = true }: Drive) => {
    pass(10)
    for (credit += rate / 100; credit >= PACKET_BITS; credit -= PACKET_BITS) {
      const number = path.note(PACKET_BITS / 8 - PACKET_OVERHEAD_BYTES)
      freeAtMs = Math.max(freeAtMs, performance.now()) + (1000 * PACKET_BITS) / capacity
      if (lossEvery === 0 || number % lossEvery !== 0) onTheirWay.push({ number, atMs: freeAtMs + 20 })
    }
    steps += 1
    if (steps % 10 !== 0 || !isReported) return
    while (onTheirWay[0] && onTheirWay[0].atMs <= performance.now()) {
      const { number, atMs } = onTheirWay.shift() as { number: number; atMs: number }
      reporter.add(number, Math.round(1000 * atMs))
    }
    const report = reporter.take()
    if (report) path.read(report)
    path.check()
  }
  return {
    path,
    /** The time that a packet would wait now. */
    queueMs: () => Math.max(0, freeAtMs - performance.now()),
    drive(ms: number, how: Drive) {
      for (let at = 0; at < ms; at += 10) step(how)
    },
  }
}
type Drive = { rate: number; capacity?: number; lossEvery?: number; isReported?: boolean }

test('a path that is free carries more and more', () => {
  const { path, drive } = openPath()
  drive(3_000, { rate: 600_000 })
  expect(path.budget).toBeGreaterThan(1_500_000)
})

test('a path on which little is sent is not known to carry much', () => {
  const { path, drive } = openPath()
  drive(10_000, { rate: 50_000 })
  expect(path.budget).toBe(600_000)
  drive(10_000, { rate: 300_000 })
  expect(path.budget).toBeLessThan(1_300_000)
})

test('after a sudden fall, pictures stop only until the queue is empty', () => {
  const { path, drive, queueMs } = openPath()
  drive(8_000, { rate: 1_200_000 })
  let stoppedMs = 0
  for (let atMs = 0; atMs < 10_000; atMs += 50) {
    const layer = [1_200_000, 450_000].find((rate) => rate <= path.budget) ?? 150_000
    drive(50, { rate: path.isBlocked ? 30_000 : layer, capacity: 400_000 })
    if (path.isBlocked && queueMs() < 50) stoppedMs += 50
  }
  expect(stoppedMs).toBeLessThan(500)
  expect(path.isBlocked).toBe(false)
})

test('a path that was silent for a moment continues when reports come again', () => {
  const { path, drive } = openPath()
  drive(8_000, { rate: 1_200_000 })
  drive(2_000, { rate: 1_200_000, isReported: false })
  path.check()
  expect(path.isBlocked).toBe(true)
  drive(1_000, { rate: 30_000 })
  expect(path.isBlocked).toBe(false)
})

test('a path with a queue carries less than what arrives, and more is tried later, each time after a longer pause', () => {
  const { path, drive } = openPath()
  drive(3_000, { rate: 600_000 })
  drive(1_500, { rate: 1_500_000, capacity: 800_000 })
  expect(path.budget).toBeLessThan(800_000)
  expect(path.budget).toBeGreaterThan(400_000)
  const pauses: number[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    let waited = 0
    for (; path.budget < 1_000_000; waited += 500) drive(500, { rate: 300_000, capacity: 800_000 })
    pauses.push(waited)
    for (; path.budget > 800_000; ) drive(500, { rate: 1_500_000, capacity: 800_000 })
    expect(path.mayRise).toBe(false)
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBeGreaterThan(2 * (pauses[0] ?? 0))
})

test('one packet of ten that is lost takes nothing away, and one of three does', () => {
  const { path, drive } = openPath()
  drive(3_000, { rate: 600_000, lossEvery: 10 })
  expect(path.budget).toBe(600_000)
  drive(2_000, { rate: 600_000, lossEvery: 3 })
  expect(path.budget).toBeLessThan(450_000)
  expect(path.isBlocked).toBe(false)
})

test('a path that loses almost everything, or that is silent, has no pictures until it works again', () => {
  const lossy = openPath()
  lossy.drive(4_000, { rate: 600_000, lossEvery: 2 })
  const silent = openPath()
  silent.drive(1_000, { rate: 600_000 })
  silent.drive(2_000, { rate: 600_000, isReported: false })
  silent.path.check()
  const full = openPath()
  full.drive(6_000, { rate: 1_500_000, capacity: 1_000_000, lossEvery: 5 })
  for (const { path, drive } of [lossy, silent, full]) {
    expect(path.isBlocked).toBe(true)
    for (let waited = 0; path.isBlocked && waited < 60_000; waited += 1_000) drive(1_000, { rate: 50_000 })
    expect(path.isBlocked).toBe(false)
  }
})

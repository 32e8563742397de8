// Hostile bytes for both ends of RTMP, the same for a seed: what an encoder or a source sends, changed at random.
import { Segmenter } from '../../src/features/video/streams/hls/segmenter.ts'
import { writeAmf0 } from '../../src/features/video/streams/rtmp/amf0.ts'
import { HANDSHAKE_BYTES } from '../../src/features/video/streams/rtmp/peer.ts'
import { Playing } from '../../src/features/video/streams/rtmp/playing.ts'
import { Publishing } from '../../src/features/video/streams/rtmp/publishing.ts'
import { readSample, rtmpCommand, rtmpGreeting, rtmpMessage } from './rtmp-encoder.ts'

const SERVER = 'rtmps://events.example.org:1935/live'
const GREETING_BYTES = 1 + 2 * HANDSHAKE_BYTES
/** The starts of the first packets, and of all key frames, so that segments are cut. */
const media = Buffer.concat(
  readSample()
    .filter(({ type, payload }, index) => index < 12 || (type === 9 && payload[0] === 0x17))
    .map((tag) => rtmpMessage({ ...tag, payload: tag.payload.subarray(0, 150) })),
)
const encoder = Buffer.concat([rtmpGreeting(SERVER, 'key'), media])
const source = Buffer.concat([
  ...[Buffer.of(3), Buffer.alloc(2 * HANDSHAKE_BYTES)],
  ...[rtmpMessage({ type: 5, timestampMs: 0, payload: Buffer.from('00001000', 'hex') })],
  ...[rtmpCommand('_result', 1, null, { code: 'NetConnection.Connect.Success' })],
  ...[rtmpMessage({ type: 4, timestampMs: 0, payload: Buffer.from('000600001234', 'hex') })],
  ...[rtmpCommand('_result', 2, null, 1)],
  ...[rtmpCommand('onStatus', 0, null, { level: 'status', code: 'NetStream.Play.Start' })],
  ...[rtmpMessage({ type: 18, timestampMs: 0, payload: writeAmf0(['onMetaData', { width: 320 }]) })],
  media,
])

/** Mulberry32: numbers below a limit, the same for a seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** Changes, removes, repeats, or inserts some bytes behind the handshake, whose bytes have no meaning. */
function mutate(bytes: Buffer, random: (limit: number) => number): Buffer {
  let mutated = Buffer.from(bytes)
  for (let count = 1 + random(6); count > 0; count -= 1) {
    const at = GREETING_BYTES + random(mutated.length - GREETING_BYTES)
    const kind = random(5)
    if (kind < 2) mutated[at] = random(256)
    else if (kind === 2)
      mutated.subarray(at, at + 1 + random(8)).fill([0x00, 0xff, 0x7f, 0x80][random(4)] ?? 0)
    else if (kind === 3)
      mutated = Buffer.concat([mutated.subarray(0, at), mutated.subarray(at + 1 + random(40))])
    else
      mutated = Buffer.concat([
        mutated.subarray(0, at),
        mutated.subarray(at - random(60)),
        mutated.subarray(at),
      ])
    if (mutated.length <= GREETING_BYTES) return mutated
  }
  return mutated
}

type Counts = { ended: number; tags: number; segments: number; sentBytes: number }

/** Sends both ends this many inputs. Throws if one throws, ends twice, or sends much more than it receives. */
export function fuzzRtmp(seed: number, inputs: number): Counts {
  const random = randomOf(seed)
  const counts: Counts = { ended: 0, tags: 0, segments: 0, sentBytes: 0 }
  for (let input = 0; input < inputs; input += 1) {
    const isEncoder = input % 2 === 0
    const bytes = mutate(isEncoder ? encoder : source, random)
    const { ends, sent } = receive(isEncoder, bytes, { random, counts })
    if (ends > 1 || sent > 4_000 + 2 * bytes.length)
      throw new Error(`Input ${input} of seed ${seed} ended ${ends} times, and ${sent} bytes were sent.`)
    counts.ended += ends
    counts.sentBytes += sent
  }
  return counts
}

type Feeding = { random: (limit: number) => number; counts: Counts }

function receive(isEncoder: boolean, bytes: Buffer, { random, counts }: Feeding) {
  const result = { ends: 0, sent: 0 }
  const segmenter = new Segmenter({
    now: () => 0,
    onSegment: () => {
      counts.segments += 1
    },
  })
  const events = {
    send: ({ length }: Buffer) => {
      result.sent += length
    },
    onMedia: (tag: Parameters<Segmenter['add']>[0]) => {
      counts.tags += 1
      segmenter.add(tag)
    },
    onEnd: () => {
      result.ends += 1
    },
  }
  const end: Publishing | Playing = isEncoder
    ? new Publishing({ ...events, onRequest: () => end instanceof Publishing && end.accept() })
    : new Playing({ app: 'live', url: SERVER, stream: 'stage' }, events)
  const length = 1 + random(bytes.length)
  for (let at = 0; at < bytes.length; at += length) end.receive(bytes.subarray(at, at + length))
  return result
}

// An encoder that pushes a stream by WHIP: the key frames of the sample as H.264, and the sound of the demo as Opus.
import { readClip } from '../../src/demo/stage/clip.ts'
import { MediaClient, readPlace } from '../../src/demo/stage/media-client.ts'
import { type Certificate, createCertificate } from '../../src/features/video/media/connection.ts'
import { writeHeader } from '../../src/features/video/media/rtp.ts'
import { readSample } from './rtmp-encoder.ts'

const SOUND = { type: 111, clockRate: 48_000, everyMs: 20 }
const PICTURE = { type: 96, clockRate: 90_000, everyMs: 200 }
const TICK_MS = 10
const MAX_PAYLOAD_BYTES = 1_100
const [KEY_SLICE, FRAGMENT, SEVERAL] = [5, 28, 24]

export class WhipEncoder {
  readonly #client: MediaClient
  readonly #certificate: Certificate
  readonly #next = { [SOUND.type]: 1, [PICTURE.type]: 1 }
  #timer: NodeJS.Timeout | undefined

  private constructor(certificate: Certificate) {
    this.#certificate = certificate
    this.#client = new MediaClient(certificate)
  }

  static async create(): Promise<WhipEncoder> {
    return new WhipEncoder(await createCertificate())
  }

  /** As OBS sends it, with another codec for pictures if one is named. */
  offer(codec = 'H264'): string {
    return [
      ...['v=0', 'o=- 1 0 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1', 'a=setup:actpass'],
      `a=fingerprint:sha-256 ${this.#certificate.fingerprint}`,
      ...[`m=audio 9 UDP/TLS/RTP/SAVPF ${SOUND.type}`, 'a=mid:0', 'a=sendonly', 'a=rtcp-mux'],
      ...[`a=rtpmap:${SOUND.type} opus/48000/2`, `a=ssrc:${SOUND.type} cname:encoder`],
      ...[`m=video 9 UDP/TLS/RTP/SAVPF ${PICTURE.type}`, 'a=mid:1', 'a=sendonly', 'a=rtcp-mux'],
      `a=rtpmap:${PICTURE.type} ${codec}/90000`,
      `a=fmtp:${PICTURE.type} profile-level-id=64001f;packetization-mode=1;level-asymmetry-allowed=1`,
      ...[`a=ssrc:${PICTURE.type} cname:encoder`, ''],
    ].join('\r\n')
  }

  /** Connects as the answer says, and sends until `close` is called. */
  async start(answer: string): Promise<void> {
    await this.#client.connect(readPlace(answer))
    const startMs = performance.now()
    const { sounds } = await readClip()
    const pictures = readKeyFrames()
    const sent = { sound: 0, picture: 0 }
    this.#timer = setInterval(() => {
      const elapsedMs = performance.now() - startMs
      for (; sent.sound * SOUND.everyMs <= elapsedMs; sent.sound += 1)
        this.#send(SOUND, sent.sound, [sounds[sent.sound % sounds.length]?.bytes ?? Buffer.alloc(0)])
      for (; sent.picture * PICTURE.everyMs <= elapsedMs; sent.picture += 1)
        this.#send(PICTURE, sent.picture, pictures[sent.picture % pictures.length] ?? [])
    }, TICK_MS)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#client.close()
  }

  #send({ type, clockRate, everyMs }: typeof SOUND, number: number, payloads: readonly Buffer[]): void {
    for (const [part, payload] of payloads.entries()) {
      const index = this.#next[type] ?? 0
      this.#next[type] = index + 1
      const header = writeHeader({
        ...{ payloadType: type, ssrc: type, isMarked: part === payloads.length - 1, sequenceNumber: index },
        ...{ timestamp: (number * everyMs * clockRate) / 1000, extension: undefined },
      })
      this.#client.sendPacket(header, payload, index)
    }
  }
}

/** The payloads of each key frame of the sample (RFC 6184), which has its parameters first. */
function readKeyFrames(): Buffer[][] {
  const videos = readSample().filter(({ type }) => type === 9)
  const [config] = videos.filter(({ payload }) => payload[1] === 0).map(({ payload }) => payload.subarray(5))
  if (!config) throw new Error('The sample has no configuration of H.264.')
  const sequenceEnd = 8 + config.readUInt16BE(6)
  // Both with their lengths.
  const parameters = [config.subarray(6, sequenceEnd), config.subarray(sequenceEnd + 1)]
  const first = Buffer.concat([Buffer.of(SEVERAL), ...parameters])
  return videos
    .filter(({ payload }) => payload[0] === 0x17 && payload[1] === 1)
    .map(({ payload }) => [first, ...unitsOf(payload.subarray(5)).flatMap(fragmentsOf)])
}

/** The slices of a picture, whose units have their lengths before them. */
function unitsOf(picture: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at < picture.length; ) {
    const end = at + 4 + picture.readUInt32BE(at)
    units.push(picture.subarray(at + 4, end))
    at = end
  }
  return units.filter(([header = 0]) => (header & 0x1f) === KEY_SLICE)
}

function fragmentsOf(unit: Buffer): Buffer[] {
  const header = unit.readUInt8()
  const fragments: Buffer[] = []
  for (let at = 1; at < unit.length; at += MAX_PAYLOAD_BYTES) {
    const isLast = at + MAX_PAYLOAD_BYTES >= unit.length
    const marks = (at === 1 ? 0x80 : 0) | (isLast ? 0x40 : 0)
    const head = Buffer.of((header & 0xe0) | FRAGMENT, marks | KEY_SLICE)
    fragments.push(Buffer.concat([head, unit.subarray(at, at + MAX_PAYLOAD_BYTES)]))
  }
  return fragments
}

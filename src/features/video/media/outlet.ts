// One track that a viewer receives. Its source can change at any time: the viewer sees one stream without gaps.
import { randomInt } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { Path } from './path.ts'
import { senderReport } from './rtcp.ts'
import { distance16, type RtpPacket, writeHeader } from './rtp.ts'
import type { Source } from './source.ts'
import { type PictureNumbers, readNumbers, renumber } from './vp8.ts'

export type OutletOptions = {
  connection: Pick<Connection, 'send' | 'sendFeedback'>
  path: Path
  kind: 'audio' | 'video'
  payloadType: number
  /** The id of the header extension with the numbers of the path; undefined if the browser does not have it. */
  arrivalsId: number | undefined
}

const CLOCK_RATES = { audio: 48_000, video: 90_000 }

/** The part of the stream that comes from one source, with what to add to the numbers of the source. */
type Run = {
  source: Source
  firstIndex: number
  sequenceOffset: number
  timestampOffset: number
  pictureOffsets: PictureNumbers
}

type Sending = { run: Run; index: number; onLost?: () => void }

export class Outlet {
  readonly ssrc = randomInt(1, 2 ** 31)
  readonly #options: OutletOptions
  #run: Run | undefined
  /** Its last packets can be lost, too. */
  #earlierRun: Run | undefined
  /** The source that replaces the current one as soon as it has a key frame. */
  #next: Source | undefined
  /** Newest sent, without wrapping. Starts low, so that the first packets of a browser do not wrap. */
  #newestIndex = randomInt(1, 2 ** 15)
  #newestTimestamp = randomInt(0, 2 ** 31)
  #newestNumbers: PictureNumbers = { picture: 0, base: 0 }
  #newestMs = performance.now()
  #packets = 0
  #octets = 0

  constructor(options: OutletOptions) {
    this.#options = options
  }

  /** The source that it has or waits for. */
  get source(): Source | undefined {
    return this.#next ?? this.#run?.source
  }

  /** Changes the source: at once for sound, and with the next key frame for pictures. */
  show(source: Source | undefined): void {
    if (source === this.source) return
    this.#next?.waiting.delete(this)
    this.#next = undefined
    if (source === undefined || source === this.#run?.source) {
      if (source === undefined) this.#leave()
      return
    }
    this.#next = source
    source.waiting.add(this)
  }

  /** Begins with a packet of a new source. The current one, for which `restart` has asked, just continues. */
  begin(source: Source, first: RtpPacket): void {
    if (source === this.#run?.source) return
    this.#leave()
    this.#next = undefined
    const elapsedMs = performance.now() - this.#newestMs
    const elapsed = Math.max(1, Math.round((elapsedMs / 1000) * CLOCK_RATES[this.#options.kind]))
    const numbers = this.#numbersOf(first.payload)
    this.#run = {
      source,
      firstIndex: this.#newestIndex + 1,
      sequenceOffset: this.#newestIndex + 1 - first.sequenceNumber,
      timestampOffset: this.#newestTimestamp + elapsed - first.timestamp,
      pictureOffsets: {
        picture: this.#newestNumbers.picture + 1 - numbers.picture,
        base: this.#newestNumbers.base + 1 - numbers.base,
      },
    }
  }

  forward(packet: RtpPacket): void {
    const run = this.#run
    if (!run) return
    const index = this.#indexOf(packet.sequenceNumber + run.sequenceOffset)
    // A late packet from before the first one.
    if (index < run.firstIndex) return
    const payload = this.#payloadOf(packet, run)
    if (index > this.#newestIndex) {
      this.#newestIndex = index
      this.#newestTimestamp = (packet.timestamp + run.timestampOffset) >>> 0
      this.#newestMs = performance.now()
      if (payload.length > 0) this.#newestNumbers = this.#numbersOf(payload)
    }
    this.#send(packet, payload, { run, index })
  }

  /**
   * Sends packets again that the viewer has lost, until they arrive. A browser often asks only once, because it can go on
   * without a picture that no other one builds on.
   */
  repeat(sequenceNumbers: readonly number[]): void {
    for (const number of sequenceNumbers) {
      const index = this.#indexOf(number)
      const run = [this.#run, this.#earlierRun].find((one) => one && index >= one.firstIndex)
      const packet = run?.source.kept((number - run.sequenceOffset) & 0xffff)
      if (run && packet)
        this.#send(packet, this.#payloadOf(packet, run), { run, index, onLost: () => this.repeat([number]) })
    }
  }

  /** The viewer cannot continue without a key frame. */
  restart(): void {
    this.#run?.source.waiting.add(this)
  }

  /** Tells the viewer which time of the speaker's clock a time stamp of the source has. */
  relate(ntp: Buffer, timestamp: number): void {
    if (!this.#run) return
    const counts = { packets: this.#packets, octets: this.#octets }
    const report = { ntp, timestamp: timestamp + this.#run.timestampOffset, ...counts }
    this.#options.connection.sendFeedback([senderReport(this.ssrc, report)])
  }

  close(): void {
    this.show(undefined)
  }

  #leave(): void {
    if (!this.#run) return
    this.#run.source.outlets.delete(this)
    this.#run.source.waiting.delete(this)
    this.#earlierRun = this.#run
    this.#run = undefined
  }

  #indexOf(sequenceNumber: number): number {
    return this.#newestIndex + distance16(this.#newestIndex, sequenceNumber)
  }

  #numbersOf(payload: Buffer): PictureNumbers {
    return this.#options.kind === 'video' ? readNumbers(payload) : this.#newestNumbers
  }

  #payloadOf({ payload }: RtpPacket, { pictureOffsets }: Run): Buffer {
    return this.#options.kind === 'video' ? renumber(payload, pictureOffsets) : payload
  }

  #send({ isMarked, timestamp }: RtpPacket, payload: Buffer, { run, index, onLost }: Sending): void {
    const { connection, path, payloadType, arrivalsId } = this.#options
    const header = writeHeader({
      payloadType,
      isMarked,
      ssrc: this.ssrc,
      sequenceNumber: index & 0xffff,
      timestamp: (timestamp + run.timestampOffset) >>> 0,
      extension:
        arrivalsId === undefined ? undefined : { id: arrivalsId, value: path.note(payload.length, onLost) },
    })
    this.#packets += 1
    this.#octets += payload.length
    connection.send(header, payload, index)
  }
}

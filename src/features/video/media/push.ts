// The stream that an encoder pushes by WHIP, as segments. It is in no room.
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { SILENCE_MS } from '../limits.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import type { EndReason } from '../streams/stream-end.ts'
import { type PictureFeed, readPictures, readSound } from './feeds.ts'
import { Muxer } from './muxer.ts'
import { Publisher, type PublisherOptions } from './publisher.ts'
import type { Source } from './source.ts'
import type { Track } from './track.ts'

/** Encoders that send a key frame every two seconds, as they should, are not asked for one. */
const KEY_FRAMES_MS = 2.5 * SECOND_MS

type Options = Omit<PublisherOptions, 'onOpen' | 'onClose'> & {
  onSegment(segment: Segment): void
  /** Called once. */
  onEnd(reason: EndReason): void
}

export class Push {
  readonly publisher: Publisher
  readonly #muxer: Muxer
  readonly #startedMs = performance.now()
  #picture: (PictureFeed & { track: Track }) | undefined
  #reason: EndReason = 'closed'

  constructor({ onSegment, onEnd, ...options }: Options) {
    this.#muxer = new Muxer({ onSegment, onExcess: (reason) => this.#end(reason) })
    this.publisher = new Publisher({
      ...options,
      onOpen: (track, source) => this.#read(track, source),
      onClose: () => onEnd(this.#reason),
    })
  }

  /** Call this a few times a second. */
  direct(): void {
    const now = performance.now()
    const { lastPictureMs, lastKeyMs } = this.#muxer
    if (now - Math.max(lastPictureMs, this.#startedMs) >= SILENCE_MS) {
      this.#end('silent')
      return
    }
    this.#muxer.fillSound()
    if (this.#picture?.reader.needsKeyFrame || now - lastKeyMs >= KEY_FRAMES_MS)
      this.#picture?.track.requestKeyFrame()
  }

  #read(track: Track, source: Source): void {
    if (track.kind === 'microphone') readSound(source, (data, timeMs) => this.#muxer.addSound(data, timeMs))
    else {
      const feed = readPictures(source, (picture, timeMs) => this.#muxer.addPicture(picture, timeMs))
      this.#picture = { track, ...feed }
    }
  }

  #end(reason: EndReason): void {
    this.#reason = reason
    this.publisher.connection.close()
  }
}

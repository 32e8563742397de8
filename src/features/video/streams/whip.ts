// Streams that encoders push by WHIP (RFC 9725). Their media comes through the thread and the port of the video rooms.
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { MediaThread } from '../room/media-thread.ts'
import type { Segment } from './hls/segmenter.ts'
import type { Pushes } from './pushes.ts'
import type { PublishRequest } from './rtmp/publishing.ts'

type Options = {
  media: MediaThread
  pushes: Pushes
  /** Whether this process takes the streams. */
  takesStreams(): Promise<boolean>
  onSegment(connection: string, segment: Segment): void
}

/** `session` is a secret of the encoder, which ends its stream with it. */
export type WhipSession = { session: string; answer: string }

export class Whip {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Answers the offer of an encoder. Throws what `Pushes.admit` and `MediaThread.push` throw, and `stream_unavailable`. */
  async begin(request: PublishRequest, offer: string): Promise<WhipSession> {
    const { media, pushes, takesStreams, onSegment } = this.#options
    const talk = await pushes.admit(request)
    if (!(await takesStreams())) throw new Refusal('stream_unavailable')
    const session = randomBytes(16).toString('hex')
    const connection = connectionOf(session)
    const answer = await media.push(
      { session: connection, offer },
      {
        onSegment: (segment) => onSegment(connection, segment),
        onEnd: (reason) => pushes.forget(connection, reason),
      },
    )
    try {
      pushes.start(connection, { talk, disconnect: () => media.leave(connection) })
    } catch (error) {
      media.leave(connection)
      throw error
    }
    return { session, answer }
  }

  /** Ends a stream. False if the session has none. */
  end(session: string): boolean {
    const { pushes } = this.#options
    const connection = connectionOf(session)
    const isOpen = pushes.talkOf(connection) !== undefined
    pushes.end(connection, 'closed')
    return isOpen
  }
}

const connectionOf = (session: string): string => `whip ${session}`

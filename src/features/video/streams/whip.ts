// Streams that encoders push by WHIP (RFC 9725). Their media comes through the thread and the port of the video rooms.
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { MediaThread } from '../room/media-thread.ts'
import type { Segment } from './hls/segmenter.ts'
import type { Pushes } from './pushes.ts'
import type { PublishRequest } from './rtmp/publishing.ts'
import type { SharedStreams } from './shared-streams.ts'
import type { StreamedTalk } from './streamed-talks-store.ts'

type Options = {
  media: MediaThread
  pushes: Pushes
  /** Whether this process takes the streams. */
  takesStreams(): Promise<boolean>
  onSegment(connection: string, segment: Segment): void
  /** Leads to the process that takes the streams. */
  shared: SharedStreams | undefined
}

/** What another process asks for. */
export type WhipCall =
  | { call: 'begin'; request: PublishRequest; offer: string }
  | { call: 'end'; session: string }

/** `session` is a secret of the encoder, which ends its stream with it. */
export type WhipSession = { session: string; answer: string }

const SESSION = /^[0-9a-f]{32}$/

export class Whip {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    options.shared?.answerWith(async (call, isLate) => {
      if (call.call === 'end') return this.#endHere(call.session)
      const talk = await options.pushes.admit(call.request)
      if (!(await options.takesStreams())) throw new Refusal('stream_unavailable')
      return this.#beginHere(talk, call.offer, isLate)
    })
  }

  /** Answers the offer of an encoder. Throws what `Pushes.admit` and `MediaThread.push` throw, and `stream_unavailable`. */
  async begin(request: PublishRequest, offer: string): Promise<WhipSession> {
    const { pushes, takesStreams, shared } = this.#options
    const talk = await pushes.admit(request)
    if (await takesStreams()) return this.#beginHere(talk, offer)
    if (!shared) throw new Refusal('stream_unavailable')
    return (await shared.askLeader({ call: 'begin', request, offer })) as WhipSession
  }

  /** Ends a stream. False if the session has none. */
  async end(session: string): Promise<boolean> {
    const { takesStreams, shared } = this.#options
    if (this.#endHere(session)) return true
    if (!shared || !SESSION.test(session) || (await takesStreams())) return false
    return (await shared.askLeader({ call: 'end', session })) === true
  }

  /** `isLate` says that nobody waits for the answer any more: the stream that runs must go on then. */
  async #beginHere(talk: StreamedTalk, offer: string, isLate = () => false): Promise<WhipSession> {
    const { media, pushes, onSegment } = this.#options
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
      if (isLate()) throw new Refusal('stream_unavailable')
      pushes.start(connection, { talk, disconnect: () => media.leave(connection) })
    } catch (error) {
      media.leave(connection)
      throw error
    }
    return { session, answer }
  }

  #endHere(session: string): boolean {
    const { pushes } = this.#options
    const connection = connectionOf(session)
    const isOpen = pushes.talkOf(connection) !== undefined
    pushes.end(connection, 'closed')
    return isOpen
  }
}

const connectionOf = (session: string): string => `whip ${session}`

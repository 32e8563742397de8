// The reasons for which a pushed stream ends.

/**
 * `malformed`: the bytes are not RTMP, or exceed its limits here. `refused`: the key is not accepted. `codec`: the video is
 * not H.264, or the sound not AAC. `times`: the times of pictures jump. `closed`: the encoder or the network has ended it.
 */
export type EndReason = 'malformed' | 'refused' | 'codec' | 'bit_rate' | 'key_frames' | 'times' | 'closed'

/** Ends the stream that is being read. The code that reads bytes from the network catches it. */
export class StreamEnd extends Error {
  override readonly name = 'StreamEnd'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(reason)
    this.reason = reason
  }
}

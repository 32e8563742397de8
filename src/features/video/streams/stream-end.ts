// The reasons for which a stream ends.

/**
 * `malformed`: the bytes are not RTMP, or exceed its limits here. `refused`: the key is not accepted. `codec`: the video is
 * not H.264, or the sound not AAC. `times`: the times of pictures jump. `silent`: no pictures arrive. `closed`: the other end
 * or the network has ended it. `private`, `unreachable`, `certificate`, and `not_found`: the address of a source is not
 * public, nothing answers there, its certificate is not valid, or the server there has no such stream. `too_many`: other
 * streams run already.
 */
export type EndReason =
  | ('malformed' | 'refused' | 'codec' | 'bit_rate' | 'key_frames' | 'times' | 'silent' | 'closed')
  | ('private' | 'unreachable' | 'certificate' | 'not_found' | 'too_many')

/** Ends the stream that is being read. The code that reads bytes from the network catches it. */
export class StreamEnd extends Error {
  override readonly name = 'StreamEnd'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(reason)
    this.reason = reason
  }
}

// The pictures and the sound of a source, at their times on the clock of this process.
import { ArrivalClock } from './arrival-clock.ts'
import { type H264Picture, H264Reader } from './h264.ts'
import type { RtpPacket } from './rtp.ts'
import type { Sink, Source } from './source.ts'

export type PictureFeed = { reader: H264Reader; stop(): void }

/** Passes the pictures of a source on until the feed is stopped. */
export function readPictures(
  source: Source,
  onPicture: (picture: H264Picture, timeMs: number) => void,
): PictureFeed {
  const clock = new ArrivalClock(90_000)
  let nowMs = 0
  const reader = new H264Reader((picture) => onPicture(picture, clock.timeOf(picture.timestamp, nowMs)))
  const stop = attach(source, (packet) => {
    nowMs = performance.now()
    reader.add(packet, nowMs)
  })
  return { reader, stop }
}

/** Passes the packets of Opus of a source on until the function that it returns is called. */
export function readSound(source: Source, onSound: (data: Buffer, timeMs: number) => void): () => void {
  const clock = new ArrivalClock(48_000)
  return attach(source, ({ timestamp, payload }) =>
    onSound(payload, clock.timeOf(timestamp, performance.now())),
  )
}

function attach(source: Source, forward: (packet: RtpPacket) => void): () => void {
  const sink: Sink = { begin() {}, forward, relate() {} }
  source.outlets.add(sink)
  return () => source.outlets.delete(sink)
}

// What the thread has moved since the last report.

export type Traffic = {
  /** RTP from speakers, and to everyone who watches. */
  packetsIn: number
  packetsOut: number
  bytesIn: number
  bytesOut: number
  /** Packets that speakers were asked to send again, and that people who watch have asked for. */
  lostIn: number
  lostOut: number
}

const none = (): Traffic => ({
  ...{ packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, lostIn: 0, lostOut: 0 },
})

let traffic = none()

export function countIn(bytes: number): void {
  traffic.packetsIn += 1
  traffic.bytesIn += bytes
}

export function countOut(bytes: number): void {
  traffic.packetsOut += 1
  traffic.bytesOut += bytes
}

export function countLost({
  fromSpeaker = 0,
  toViewer = 0,
}: {
  fromSpeaker?: number
  toViewer?: number
}): void {
  traffic.lostIn += fromSpeaker
  traffic.lostOut += toViewer
}

export function takeTraffic(): Traffic {
  const taken = traffic
  traffic = none()
  return taken
}

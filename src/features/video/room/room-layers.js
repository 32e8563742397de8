// The largest picture of a camera, which Chromium at times never begins to send.

const CHECK_MS = 2_000
/** Somewhat more than all three sizes need. */
const ENOUGH = 1_250_000
const CHANGE = 1_000

/**
 * Makes Chromium send the largest picture of a camera if the path carries it. Before it does so by itself, it must have measured
 * a fifth more than it needs, and it measures only about that much: on some connections it never gets there. When a limit
 * changes, it decides again, without that fifth.
 * @param {() => RTCRtpSender | undefined} camera The sender of the current connection.
 */
export function sendLargest(camera) {
  /** @type {number | undefined} */
  let before
  const check = async () => {
    const sender = camera()
    const all = sender?.track ? [...(await sender.getStats()).values()] : []
    const largest = all.find(({ type, rid }) => type === 'outbound-rtp' && rid === 'high')
    const available = Math.max(...all.map(({ availableOutgoingBitrate = 0 }) => availableOutgoingBitrate))
    const isMissing =
      largest?.active && largest.qualityLimitationReason === 'bandwidth' && largest.framesSent === before
    before = largest?.framesSent
    if (!sender || !isMissing || available < ENOUGH) return
    const parameters = sender.getParameters()
    const encoding = parameters.encodings.at(-1)
    if (!encoding?.maxBitrate) return
    encoding.maxBitrate += encoding.maxBitrate % (2 * CHANGE) === 0 ? CHANGE : -CHANGE
    await sender.setParameters(parameters)
  }
  // The connection can end meanwhile.
  setInterval(() => check().catch(() => {}), CHECK_MS)
}

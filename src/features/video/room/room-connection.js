// The connection of a page to a video room: one request with an offer, and events about the room.

/** @typedef {'microphone' | 'camera' | 'screen'} Kind */
/** @typedef {{ seat: string, kind: Kind } | null} Picture */
/** @typedef {{ seat: string, person?: string, name: string, on: Kind[], blocked: Kind[] }} OnStage */
/** @typedef {{ you: string | null, people: OnStage[], main: Picture, inset: Picture, speaking: string | null, isStreamed: boolean }} RoomState */

/** The room speaks these, which all browsers have. Offers without others are much shorter. */
const CODECS = { audio: 'audio/opus', video: 'video/vp8' }
/** A path that is lost for a moment often comes back. */
const DISCONNECTED_MS = 4_000

/**
 * @param {RTCRtpTransceiver} transceiver
 * @param {'audio' | 'video'} kind
 */
export function chooseCodec(transceiver, kind) {
  const { codecs = [] } = RTCRtpReceiver.getCapabilities(kind) ?? {}
  const chosen = codecs.filter(({ mimeType }) => mimeType.toLowerCase() === CODECS[kind])
  if (chosen.length > 0) transceiver.setCodecPreferences(chosen)
}

/**
 * The browser encodes H.264, which the stream of a room needs, with the settings that every other browser decodes.
 * @returns {RTCRtpCodec[]} None if it cannot.
 */
export function streamCodecs() {
  const { codecs = [] } = RTCRtpSender.getCapabilities('video') ?? {}
  return codecs.filter(
    ({ mimeType, sdpFmtpLine = '' }) =>
      mimeType.toLowerCase() === 'video/h264' &&
      sdpFmtpLine.includes('packetization-mode=1') &&
      sdpFmtpLine.includes('profile-level-id=42e0'),
  )
}

/** A refusal of the server, with its code and explanation. */
export class RefusedError extends Error {
  /**
   * @param {string} message
   * @param {string} [code]
   */
  constructor(message, code = '') {
    super(message)
    this.code = code
  }
}
/** The server cannot do it now, with its explanation. */
export class UnavailableError extends Error {}

/**
 * Joins a room. `onState` gets every state of it. `onEnd` is called once when the connection is lost or was ended.
 * @param {RTCPeerConnection} peer
 * @param {string} path
 * @param {{ fields?: Record<string, string>, onState: (state: RoomState) => void, onEnd: () => void }} options
 * @returns {Promise<{ leave: () => void, resize: (width: number) => void }>} `resize` says how wide the large picture is
 * shown, in pixels.
 */
export async function joinRoom(peer, path, { fields = {}, onState, onEnd }) {
  await peer.setLocalDescription()
  const offer = peer.localDescription?.sdp ?? ''
  const response = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...fields, offer }),
  })
  if (response.redirected) throw new RefusedError('')
  if (!response.ok) {
    const { message = '', code } = await response.json().catch(() => ({}))
    throw response.status < 500 ? new RefusedError(message, code) : new UnavailableError(message)
  }
  const session = response.headers.get('location') ?? ''
  await peer.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  const events = new EventSource(`${session}/events`)
  let isOver = false
  const leave = () => {
    if (isOver) return
    isOver = true
    removeEventListener('pagehide', leave)
    events.close()
    peer.close()
    fetch(session, { method: 'DELETE', body: new URLSearchParams(), keepalive: true }).catch(() => {})
  }
  const end = () => {
    if (isOver) return
    leave()
    onEnd()
  }
  addEventListener('pagehide', leave)
  events.addEventListener('message', ({ data }) => onState(JSON.parse(data)))
  events.addEventListener('lost', end)
  // The browser connects again, unless the session has ended.
  events.addEventListener('error', () => events.readyState === EventSource.CLOSED && end())
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') end()
    if (peer.connectionState === 'disconnected')
      setTimeout(() => peer.connectionState === 'disconnected' && end(), DISCONNECTED_MS)
  })
  /** @param {number} width */
  const resize = (width) => {
    if (!isOver)
      fetch(session, { method: 'PUT', body: new URLSearchParams({ width: `${width}` }) }).catch(() => {})
  }
  return { leave, resize }
}

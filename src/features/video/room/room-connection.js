// The connection of a page to a video room: one request with an offer, and events about the room.

/** @typedef {'microphone' | 'camera' | 'screen'} Kind */
/** @typedef {{ seat: string, kind: Kind } | null} Picture */
/**
 * `place` is that of the tile among the pictures that a page receives, from 0.
 * @typedef {{ seat: string, place: number, person?: string, name: string, on: Kind[], blocked: Kind[] }} OnStage
 */
/**
 * What a page shows: the width of the large picture, 0 for none, the number of tiles with pictures, and their width. Widths
 * are in pixels of the screen.
 * @typedef {{ width: number, tiles: number, tileWidth: number }} Shown
 */
/** @typedef {{ person: string, name: string }} Named */
/**
 * @typedef {{ you: string | null, people: OnStage[], main: Picture, inset: Picture, speaking: string | null,
 *   isLive: boolean, isStreamed: boolean, isHandRaised: boolean, isInvited: boolean, isLocked?: boolean,
 *   isRecorded?: boolean, hands?: Named[], invited?: Named[], removed?: Named[] }} RoomState
 */
/** @typedef {{ fields?: Record<string, string>, onState: (state: RoomState) => void, onEnd: (reason?: 'ended') => void }} Options */

/** The room speaks these, which all browsers have. Offers without others are much shorter. */
const CODECS = { audio: 'audio/opus', video: 'video/vp8' }
/** A path that is lost for a moment often comes back. */
const DISCONNECTED_MS = 4_000
/** Even 200 viewers who join at once are all connected within seven seconds. */
const CONNECTING_MS = 10_000

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

/** An answer of the server, with its code and explanation. */
class ExplainedError extends Error {
  /**
   * @param {string} message
   * @param {string} [code]
   */
  constructor(message, code = '') {
    super(message)
    this.code = code
  }
}
/** A refusal of the server. */
export class RefusedError extends ExplainedError {}
/** The server cannot do it now. */
export class UnavailableError extends ExplainedError {}

/**
 * Joins a room. `onState` gets every state of it. `onEnd` is called once when the connection is lost, was ended, or could
 * not be made.
 * @param {RTCPeerConnection} peer
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<{ leave: () => void, resize: (shown: Shown) => void }>} `resize` says what the page shows.
 */
export async function joinRoom(peer, path, { fields = {}, onState, onEnd }) {
  await peer.setLocalDescription()
  const offer = peer.localDescription?.sdp ?? ''
  const { session, answer } = await ask(path, { ...fields, offer })
  await peer.setRemoteDescription({ type: 'answer', sdp: answer })
  const { leave, end } = openEvents(session, { onState, onEnd, onLeave: () => peer.close() })
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') end()
    if (peer.connectionState === 'disconnected')
      setTimeout(() => peer.connectionState === 'disconnected' && end(), DISCONNECTED_MS)
  })
  setTimeout(() => ['new', 'connecting'].includes(peer.connectionState) && end(), CONNECTING_MS)
  /** @param {Shown} shown */
  const resize = (shown) => {
    const fields = Object.entries(shown).map(([name, value]) => [name, `${value}`])
    if (peer.connectionState !== 'closed')
      fetch(session, { method: 'PUT', body: new URLSearchParams(fields) }).catch(() => {})
  }
  return { leave, resize }
}

/**
 * Follows a room without pictures and sound, like `joinRoom`.
 * @param {string} path
 * @param {Options} options
 */
export async function followRoom(path, { fields = {}, onState, onEnd }) {
  const { session } = await ask(path, fields)
  return openEvents(session, { onState, onEnd, onLeave() {} }).leave
}

/**
 * @param {string} path
 * @param {Record<string, string>} fields
 */
async function ask(path, fields) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
  if (response.redirected) throw new RefusedError('')
  if (!response.ok) {
    const { message = '', code } = await response.json().catch(() => ({}))
    throw new (response.status < 500 ? RefusedError : UnavailableError)(message, code)
  }
  return { session: response.headers.get('location') ?? '', answer: await response.text() }
}

/**
 * @param {string} session
 * @param {Pick<Options, 'onState' | 'onEnd'> & { onLeave: () => void }} options
 */
function openEvents(session, { onState, onEnd, onLeave }) {
  const events = new EventSource(`${session}/events`)
  let isOver = false
  const leave = () => {
    if (isOver) return
    isOver = true
    removeEventListener('pagehide', leave)
    events.close()
    onLeave()
    fetch(session, { method: 'DELETE', body: new URLSearchParams(), keepalive: true }).catch(() => {})
  }
  const end = (/** @type {'ended' | undefined} */ reason = undefined) => {
    if (isOver) return
    leave()
    onEnd(reason)
  }
  addEventListener('pagehide', leave)
  events.addEventListener('message', ({ data }) => onState(JSON.parse(data)))
  events.addEventListener('ended', () => end('ended'))
  events.addEventListener('lost', () => end())
  // The browser connects again, unless the session has ended.
  events.addEventListener('error', () => events.readyState === EventSource.CLOSED && end())
  return { leave, end }
}

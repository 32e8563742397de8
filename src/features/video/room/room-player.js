// Shows a video room. Connects again by itself for as long as the page is open.
import { chooseCodec, joinRoom, RefusedError, UnavailableError } from './room-connection.js'

/** @import { RoomState } from './room-connection.js' */

/** The large and the small picture, and everyone on stage. */
const TRACKS = /** @type {const} */ ({ video: 2, audio: 8 })
const RETRY_MS = 2_000
const REFUSED_MS = 15_000
/** Somebody who changes the size of a window does it in many steps. */
const RESIZED_MS = 100

const player = /** @type {HTMLElement} */ (document.querySelector('.room-player'))

/**
 * @template {HTMLElement} E
 * @param {string} name
 */
const part = (name) => /** @type {E} */ (player.querySelector(`[data-${name}]`))
const main = /** @type {HTMLVideoElement} */ (part('main'))
const inset = /** @type {HTMLVideoElement} */ (part('inset'))
const sound = new Audio()
const name = part('name')
const message = part('message')
const unmute = part('unmute')
const small = part('small')
const full = part('full')

/** @param {string | undefined} text Undefined if there is a picture. */
function say(text) {
  message.textContent = text ?? ''
  message.parentElement?.toggleAttribute('hidden', text === undefined)
}

/** @param {RoomState} state */
function show({ people, main: large, inset: little, isHandRaised, isInvited }) {
  showHand({ isHandRaised, isInvited })
  const person = people.find(({ seat }) => seat === large?.seat)
  main.hidden = !large
  inset.hidden = !little
  name.hidden = !large
  name.textContent = person?.name ?? ''
  small.hidden = !large || !document.pictureInPictureEnabled
  full.hidden = !large || !document.fullscreenEnabled
  const names = people.map((one) => one.name).join(', ')
  say(large ? undefined : people.length > 0 ? names : message.dataset.waiting)
}

/** @param {Pick<RoomState, 'isHandRaised' | 'isInvited'>} state */
function showHand({ isHandRaised, isInvited }) {
  // People who speak have none.
  if (!part('hand')) return
  part('hand').dataset.isRaised = String(isHandRaised)
  part('hand').hidden = isInvited
  part('raise').hidden = isHandRaised
  part('lower').hidden = !isHandRaised
  part('raised').hidden = !isHandRaised
  part('invitation').hidden = !isInvited
}

/** @param {boolean} isRaised */
async function raiseHand(isRaised) {
  const { room = '', csrf = '' } = player.dataset
  const response = await fetch(`${room}/hand`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ _csrf: csrf, raised: isRaised ? 'yes' : '' }),
  })
  if (response.ok) showHand({ isHandRaised: isRaised, isInvited: false })
}

/** Tells the room how large its picture is shown. Larger ones than necessary would only cost traffic. */
let resize = (/** @type {number} */ _width) => {}
let width = 0
/** @type {number | undefined} */
let resizing
new ResizeObserver(([entry]) => {
  width = Math.round((entry?.contentRect.width ?? 0) * devicePixelRatio)
  clearTimeout(resizing)
  // It is hidden as long as there is no picture.
  if (width > 0) resizing = setTimeout(() => resize(width), RESIZED_MS)
}).observe(main)

function connectionWithTracks() {
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  const sounds = new MediaStream()
  for (const kind of /** @type {const} */ (['video', 'audio']))
    for (let index = 0; index < TRACKS[kind]; index++) {
      const transceiver = peer.addTransceiver(kind, { direction: 'recvonly' })
      chooseCodec(transceiver, kind)
      const { track } = transceiver.receiver
      if (kind === 'audio') sounds.addTrack(track)
      else (index === 0 ? main : inset).srcObject = new MediaStream([track])
    }
  sound.srcObject = sounds
  sound.play().catch(() => {
    unmute.hidden = false
  })
  return peer
}

async function connect() {
  const peer = connectionWithTracks()
  try {
    const joined = await joinRoom(peer, `${player.dataset.room}/watch`, {
      onState: show,
      onEnd() {
        showNothing()
        say(message.dataset.lost)
        later(RETRY_MS)
      },
    })
    resize = joined.resize
    if (width > 0) resize(width)
  } catch (error) {
    peer.close()
    const isExplained = error instanceof RefusedError || error instanceof UnavailableError
    // A room that takes no more viewers plays as a stream, if it has one.
    const isFull = isExplained && ['room_full', 'room_busy'].includes(error.code)
    if (isFull && !new URLSearchParams(location.search).has('delayed'))
      return location.replace('?delayed=yes')
    showNothing()
    say((isExplained && error.message) || message.dataset.lost)
    later(isExplained ? REFUSED_MS : RETRY_MS)
  }
}

function showNothing() {
  for (const element of [main, inset, name, small, full]) element.hidden = true
}

/** @param {number} waitMs Spread, because a whole audience can lose its connections at once. */
const later = (waitMs) => setTimeout(connect, waitMs * (0.5 + Math.random()))

unmute.addEventListener('click', () => {
  unmute.hidden = true
  sound.play()
})
small.addEventListener('click', () => {
  if (document.pictureInPictureElement) document.exitPictureInPicture()
  else main.requestPictureInPicture().catch(() => {})
})
full.addEventListener('click', () => {
  if (document.fullscreenElement) document.exitFullscreen()
  else player.requestFullscreen().catch(() => {})
})
part('hand')?.addEventListener('click', () => raiseHand(part('hand').dataset.isRaised !== 'true'))
part('decline')?.addEventListener('click', () => raiseHand(false))
// The stage shows what the audience sees. It does not lead to itself.
if (top !== self && top?.location.pathname.endsWith('/room'))
  player.querySelector('[data-stage-link]')?.remove()

if (!('RTCPeerConnection' in window)) say(message.dataset.unsupported)
// Pictures that have not arrived would keep the page loading.
else addEventListener('load', connect)

// Shows a video room. Connects again by itself for as long as the page is open.
import { chooseCodec, joinRoom, RefusedError, UnavailableError } from './room-connection.js'
import { arrangeTiles, showTiles } from './room-tiles.js'

/** @import { RoomState, Shown } from './room-connection.js' */
/** @typedef {'single' | 'strip' | 'grid'} Arrangement The large picture alone, with tiles beside it, or only tiles. */

const PLACES = 8
/** The large picture, the one inside it, and the tiles; and everyone on stage. */
const TRACKS = /** @type {const} */ ({ video: 2 + PLACES, audio: PLACES })
/** Tiles beside a large picture that are sent. Others have initials. */
const TILES = { wide: 4, narrow: 2 }
/** In pixels of CSS. A player that is narrower than the second one has no tiles. */
const NARROW = 544
const MIN_WIDTH = 240
const RETRY_MS = 2_000
const REFUSED_MS = 15_000
/** A server can be busy for a moment only. */
const BUSY_MS = 4_000
const BUSY_ATTEMPTS = 4
/** Of connections that could not be made. A network can let neither UDP nor TCP through to the port. */
const BLOCKED_ATTEMPTS = 2
/** Somebody who changes the size of a window does it in many steps. */
const RESIZED_MS = 100

const player = /** @type {HTMLElement} */ (document.querySelector('.room-player'))

/**
 * @template {HTMLElement} E
 * @param {string} name
 */
const part = (name) => /** @type {E} */ (player.querySelector(`[data-${name}]`))
const frame = part('frame')
const main = /** @type {HTMLVideoElement} */ (part('main'))
const inset = /** @type {HTMLVideoElement} */ (part('inset'))
const tiles = part('tiles')
const template = /** @type {HTMLTemplateElement} */ (player.querySelector('template'))
const views = part('views')
const sound = new Audio()
const name = part('name')
const message = part('message')
const unmute = part('unmute')
const small = part('small')
const full = part('full')

const connecting = message.textContent ?? ''

/** @param {string | undefined} text Undefined if there is a picture. */
function say(text) {
  message.textContent = text ?? ''
  message.parentElement?.toggleAttribute('hidden', text === undefined)
}

/** @type {RoomState | undefined} */
let lastState
/** @type {MediaStream[]} */
let pictures = []

/** @param {RoomState} state */
function show(state) {
  lastState = state
  const { people, main: large, inset: little, speaking } = state
  showHand(state)
  const arrangement = arrangementOf(state)
  const hasLarge = large !== null && arrangement !== 'grid'
  player.dataset.arrangement = arrangement
  frameElement?.toggleAttribute('data-tiles', arrangement !== 'single')
  frame.hidden = !hasLarge
  inset.hidden = !little || arrangement !== 'single'
  name.textContent = people.find(({ seat }) => seat === large?.seat)?.name ?? ''
  small.hidden = !hasLarge || !document.pictureInPictureEnabled
  full.hidden = people.length === 0 || !document.fullscreenEnabled
  views.hidden = people.length < 2 || isTiny()
  if (!hasLarge && document.pictureInPictureElement) document.exitPictureInPicture()
  const isCamera = hasLarge && large.kind === 'camera'
  showTiles(tiles, template, { people, large: isCamera ? large.seat : undefined, speaking, pictures })
  const hasFrame = main.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  say(people.length === 0 ? message.dataset.waiting : hasLarge && !hasFrame ? connecting : undefined)
  arrange()
}

const isTiny = () => player.clientWidth < MIN_WIDTH

/**
 * @param {RoomState} state
 * @returns {Arrangement}
 */
function arrangementOf({ people, main: large }) {
  if (people.length === 0) return 'single'
  if (!large) return 'grid'
  if (people.length === 1 || isTiny()) return 'single'
  return large.kind === 'camera' && player.dataset.view === 'everyone' ? 'grid' : 'strip'
}

/** @param {string | undefined} view */
function chooseView(view) {
  player.dataset.view = view
  for (const button of views.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.dataset.choice === view))
  if (lastState) show(lastState)
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

/** Tells the room what is shown. More or larger pictures than necessary would only cost traffic. */
let resize = (/** @type {Shown} */ _shown) => {}
let tileWidth = 0
let lastShown = ''
/** @type {number | undefined} */
let resizing

/** @returns {Shown} */
function shown() {
  const pixels = (/** @type {number} */ width) => Math.round(width * devicePixelRatio)
  const hasTiles = player.dataset.arrangement !== 'single'
  const most = player.clientWidth < NARROW ? TILES.narrow : TILES.wide
  return {
    // Hidden elements have no width.
    width: pixels(main.clientWidth),
    tiles: !hasTiles ? 0 : frame.hidden || player.dataset.view === 'everyone' ? PLACES : most,
    tileWidth: hasTiles ? pixels(tileWidth) : 0,
  }
}

function arrange() {
  tileWidth = arrangeTiles(tiles)
  clearTimeout(resizing)
  resizing = setTimeout(() => {
    const now = shown()
    const text = JSON.stringify(now)
    if (text === lastShown || now.width + now.tiles === 0) return
    lastShown = text
    resize(now)
  }, RESIZED_MS)
}

// A player that becomes wide or narrow can also have another arrangement.
new ResizeObserver(() => (lastState ? show(lastState) : arrange())).observe(player)
for (const element of [main, tiles]) new ResizeObserver(arrange).observe(element)
main.addEventListener('loadeddata', () => {
  if (lastState) show(lastState)
})
main.addEventListener('resize', () => {
  if (main.videoWidth > 0) frame.style.setProperty('--shape', `${main.videoWidth / main.videoHeight}`)
})

function connectionWithTracks() {
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  const sounds = new MediaStream()
  pictures = []
  for (const kind of /** @type {const} */ (['video', 'audio']))
    for (let index = 0; index < TRACKS[kind]; index++) {
      const transceiver = peer.addTransceiver(kind, { direction: 'recvonly' })
      chooseCodec(transceiver, kind)
      const { track } = transceiver.receiver
      if (kind === 'audio') sounds.addTrack(track)
      else if (index < 2) (index === 0 ? main : inset).srcObject = new MediaStream([track])
      else pictures.push(new MediaStream([track]))
    }
  sound.srcObject = sounds
  sound.play().catch(() => {
    unmute.hidden = false
  })
  return peer
}

let busyAttempts = 0
let blockedAttempts = 0

async function connect() {
  const peer = connectionWithTracks()
  let wasConnected = false
  peer.addEventListener('connectionstatechange', () => {
    wasConnected ||= peer.connectionState === 'connected'
  })
  try {
    const joined = await joinRoom(peer, `${player.dataset.room}/watch`, {
      onState: show,
      onEnd() {
        blockedAttempts = wasConnected ? 0 : blockedAttempts + 1
        if (blockedAttempts >= BLOCKED_ATTEMPTS) return playStream()
        showNothing()
        say(message.dataset.lost)
        later(RETRY_MS)
      },
    })
    resize = joined.resize
    lastShown = ''
    arrange()
  } catch (error) {
    peer.close()
    const isExplained = error instanceof RefusedError || error instanceof UnavailableError
    const isBusy = isExplained && error.code === 'room_busy'
    busyAttempts = isBusy ? busyAttempts + 1 : 0
    const isFull = busyAttempts >= BUSY_ATTEMPTS || (isExplained && error.code === 'room_full')
    if (isFull) return playStream()
    showNothing()
    say((isExplained && error.message) || message.dataset.lost)
    later(isBusy ? BUSY_MS : isExplained ? REFUSED_MS : RETRY_MS)
  }
}

/** Plays the stream of the room instead. */
function playStream() {
  location.replace('?delayed=yes')
}

function showNothing() {
  lastState = undefined
  player.dataset.arrangement = 'single'
  tiles.replaceChildren()
  for (const element of [frame, small, full, views]) element.hidden = true
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
views.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLElement && target.dataset.choice) chooseView(target.dataset.choice)
})
part('hand')?.addEventListener('click', () => raiseHand(part('hand').dataset.isRaised !== 'true'))
part('decline')?.addEventListener('click', () => raiseHand(false))
// The stage shows what the audience sees. It does not lead to itself.
if (top !== self && top?.location.pathname.endsWith('/room'))
  player.querySelector('[data-stage-link]')?.remove()

if (!('RTCPeerConnection' in window)) say(message.dataset.unsupported)
// Pictures that have not arrived would keep the page loading.
else addEventListener('load', connect)

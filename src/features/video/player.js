// Plays the video of a talk. Browsers that cannot play HLS get a library for it.
import { uncover } from './resume.js'

const HLS = 'application/vnd.apple.mpegurl'
const RETRY_MS = 5000
/** A live stream that is further behind offers a button back to the live edge. */
const BEHIND_S = 40

const video = document.querySelector('video')
const isLive = 'live' in video.dataset
const part = (name) => document.querySelector(`[data-${name}]`)
const [unmute, goLive, waiting, unplayable] = ['unmute', 'go-live', 'waiting', 'unplayable'].map(part)
/** Only streams of this server have it. */
const interrupted = part('interrupted')

/** Shows the video, or the message that replaces it. */
function show(message) {
  video.hidden = message !== undefined
  if (message) uncover()
  for (const one of [waiting, unplayable, interrupted]) if (one) one.hidden = one !== message
}

// --- Playing ---

/**
 * Live streams start automatically. Recordings start when someone plays them, possibly before this script or its
 * library has loaded.
 */
let isWanted = isLive || !video.paused
if (!isWanted) {
  const start = () => {
    isWanted = true
    hls?.startLoad(video.currentTime || -1)
  }
  video.addEventListener('play', start, { once: true })
}

/** Plays with sound if the browser allows it, otherwise without. */
async function autoplay() {
  if (!isWanted || !video.paused) return
  try {
    await video.play()
  } catch (error) {
    if (error.name !== 'NotAllowedError') return
    video.muted = true
    await video.play().catch(() => {})
    unmute.hidden = video.paused
  }
}

unmute.addEventListener('click', () => {
  video.muted = false
})
video.addEventListener('volumechange', () => {
  if (!video.muted) unmute.hidden = true
})

const liveEdge = () => (video.seekable.length === 0 ? 0 : video.seekable.end(video.seekable.length - 1))

video.addEventListener('timeupdate', () => {
  goLive.hidden = !isLive || liveEdge() - video.currentTime < BEHIND_S
})
goLive.addEventListener('click', () => {
  video.currentTime = hls?.liveSyncPosition ?? liveEdge()
  video.play().catch(() => {})
})

video.addEventListener(
  'playing',
  () => {
    video.dataset.started = ''
  },
  { once: true },
)

// --- Interruptions ---

/** A short wait is normal, for example at the start. */
const INTERRUPTED_MS = 3000
let interruption

if (interrupted) {
  video.addEventListener('waiting', () => {
    if (video.played.length === 0) return
    clearTimeout(interruption)
    interruption = setTimeout(() => show(interrupted), INTERRUPTED_MS)
  })
  video.addEventListener('playing', () => {
    clearTimeout(interruption)
    show()
  })
}

// --- Addresses ---

/** The streams of this server have addresses that expire. A person who may still watch gets another one. */
const EXPIRED = 410
const SPREAD_MS = 2000
let address = video.src

/** True if there is another address. */
async function renewAddress() {
  await new Promise((resolve) => setTimeout(resolve, SPREAD_MS * Math.random()))
  const response = await fetch(location.href).catch(() => undefined)
  const page = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html')
  const { src = address } = page.querySelector('video') ?? {}
  const isNew = src !== address
  address = src
  return isNew
}

const folderOf = (url) => url.slice(0, url.lastIndexOf('/'))

// --- HLS ---

let hls
/** After a wait, the picture catches up a little faster than it was recorded. */
const CATCHING_UP_RATE = 1.1

async function playHls(library) {
  const url = address
  const { behind } = video.dataset
  const { default: Hls } = await import(library)
  if (!Hls.isSupported()) return show(unplayable)
  let hasRecovered = false
  const startPosition = video.currentTime || -1
  hls = new Hls({
    ...(behind ? { liveSyncDuration: behind / 1000 } : {}),
    maxLiveSyncPlaybackRate: CATCHING_UP_RATE,
    ...{ enableWorker: false, liveDurationInfinity: true, autoStartLoad: isWanted, startPosition },
    xhrSetup: (request, wanted) => request.open('GET', wanted.replace(folderOf(url), folderOf(address))),
  })
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    show()
    autoplay()
  })
  hls.on(Hls.Events.ERROR, async (_event, { fatal, type, response }) => {
    if (!fatal) return
    // What has been loaded plays on.
    if (response?.code === EXPIRED && (await renewAddress()) && hls.levels.length > 0) return hls.startLoad()
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
      return
    }
    hls.destroy()
    if (type === Hls.ErrorTypes.NETWORK_ERROR) retry(() => playHls(library))
    else show(unplayable)
  })
  hls.loadSource(url)
  hls.attachMedia(video)
}

/** A stream may not have started yet, or may be interrupted. */
function retry(play) {
  show(waiting)
  setTimeout(play, RETRY_MS * (0.5 + Math.random()))
}

const { hls: library } = video.dataset
/** Chromium’s own HLS ends with an error when a playlist does not grow, so our streams use the library where it works. */
const needsLibrary = video.canPlayType(HLS) === '' || (interrupted && window.MediaSource)
if (library && needsLibrary) playHls(library).catch(() => show(unplayable))
else {
  video.addEventListener('loadedmetadata', () => show())
  video.addEventListener('error', () => {
    if (!isLive || !library) return show(unplayable)
    retry(async () => {
      if (interrupted && (await renewAddress())) video.src = address
      else video.load()
      autoplay()
    })
  })
  autoplay()
}

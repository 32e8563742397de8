// The cover of a recording until it plays, and the place where the reader stopped the last time. Accounts have their place
// in the store: the page around the player sends it with its heartbeats. Visitors have it in this browser.
const KEY = 'lectern-watched'
const MAX_TALKS = 100
/** Nobody misses the first seconds, and after the last ones the recording is over. */
const START_S = 10
const END_S = 15
const SAVE_EVERY_S = 5

const recording = document.querySelector('video')
const cover = document.querySelector('[data-cover]')

/** Also hidden when a message replaces the recording. */
export const uncover = () => cover?.toggleAttribute('hidden', true)

/** By talk, the last one at the end. */
function places() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

function savePlace(talk, seconds) {
  const { [talk]: _before, ...others } = places()
  const all = [...Object.entries(others), ...(seconds > 0 ? [[talk, seconds]] : [])]
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(-MAX_TALKS))))
  } catch {
    // The browser keeps nothing for this site.
  }
}

/** `1:02:03` or `12:34` */
function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...others] = parts[0] > 0 ? parts : parts.slice(1)
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':')
}

function play(seconds) {
  uncover()
  recording.currentTime = seconds
  recording.play().catch(() => {})
  recording.focus()
}

function offer({ dataset }, place) {
  const [start, resume] = ['start', 'continue'].map((name) => cover.querySelector(`[data-${name}]`))
  start.addEventListener('click', () => play(0))
  resume.addEventListener('click', () => play(place))
  if (place < START_S) return
  resume.textContent = dataset.resume.replace('{time}', clock(place))
  resume.hidden = false
  start.lastElementChild.textContent = dataset.again
  start.classList.remove('primary')
}

function follow({ dataset: { talk, watched } }) {
  let told = -1
  let saved = -1
  const resumeAt = () => {
    const isOver = recording.ended || recording.duration - recording.currentTime < END_S
    return isOver ? 0 : Math.floor(recording.currentTime)
  }
  const save = () => {
    if (watched !== undefined || told < 0) return
    saved = told
    savePlace(talk, resumeAt())
  }
  recording.addEventListener('play', uncover)
  recording.addEventListener('timeupdate', () => {
    const seconds = Math.floor(recording.currentTime)
    if (seconds === told) return
    told = seconds
    const detail = { seconds, resumeAt: resumeAt() }
    parent.document.dispatchEvent(new CustomEvent('live:watched', { detail }))
    if (Math.abs(seconds - saved) >= SAVE_EVERY_S) save()
  })
  recording.addEventListener('pause', save)
  addEventListener('pagehide', save)
}

if (cover) {
  const { talk, watched } = cover.dataset
  offer(cover, watched === undefined ? (places()[talk] ?? 0) : Number(watched))
  follow(cover)
  if (!recording.paused) uncover()
}

// Reports that this talk is being watched: every minute, and when the page is shown or hidden.
const PERIOD_MS = 60_000
const MIN_MS = 5000
const RETRY_MS = 10_000
const KEY = 'lectern-visitor'

/** The same in all tabs, so that a visitor without an account counts once. */
function visitorId() {
  try {
    const known = localStorage.getItem(KEY) ?? crypto.randomUUID()
    localStorage.setItem(KEY, known)
    return known
  } catch {
    return crypto.randomUUID()
  }
}

const visitor = visitorId()
/** @type {number | undefined} Where the recording starts the next time, in seconds. */
let watched
let sentAt = Number.NEGATIVE_INFINITY
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

async function send() {
  clearTimeout(timer)
  if (performance.now() - sentAt >= MIN_MS) {
    sentAt = performance.now()
    const body = new URLSearchParams({
      visitor,
      ...(watched === undefined ? {} : { watched: String(watched) }),
    })
    const response = await fetch(`${location.pathname}/heartbeat`, {
      method: 'POST',
      body,
      keepalive: true,
    }).catch(() => undefined)
    const isAnswered = response !== undefined && response.status < 500
    clearTimeout(timer)
    timer = setTimeout(sendIfVisible, isAnswered ? PERIOD_MS : RETRY_MS * (1 + Math.random()))
  } else {
    timer = setTimeout(sendIfVisible, MIN_MS)
  }
}

function sendIfVisible() {
  if (document.visibilityState === 'visible') send()
}

document.addEventListener('live:watched', (event) => {
  watched = /** @type {CustomEvent<{ resumeAt: number }>} */ (event).detail.resumeAt
})
document.addEventListener('visibilitychange', send)
sendIfVisible()

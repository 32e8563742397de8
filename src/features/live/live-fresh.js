// Keeps a part of a page up to date by reading the page again when something of its talk changes: the projector view, and
// what waits for moderators.
const part = /** @type {HTMLElement} */ (document.querySelector('[data-fresh]'))
const { talk, position, ignored } = part.dataset
const MIN_INTERVAL_MS = 500

let isReading = false
let isStale = false

async function refresh() {
  isStale = true
  if (isReading) return
  isReading = true
  while (isStale) {
    isStale = false
    await showCurrent().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS))
  }
  isReading = false
}

async function showCurrent() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  /** @type {HTMLElement | null} */
  const next = page.querySelector('[data-fresh]')
  if (!next) return
  const isOther = next.dataset.fresh !== part.dataset.fresh
  part.dataset.fresh = next.dataset.fresh
  // The chart that was chosen is one of something else.
  if (isOther && location.search !== '') {
    history.replaceState(null, '', location.pathname)
    isStale = true
  } else if (next.innerHTML !== part.innerHTML) part.innerHTML = next.innerHTML
}

const source = new EventSource(`/live/stream?lang=${document.documentElement.lang}&talks=${talk}:${position}`)
source.addEventListener('change', ({ data }) => {
  /** @type {{ items: { kind: string }[] }} */
  const { items } = JSON.parse(data)
  if (items.some(({ kind }) => kind !== ignored)) refresh()
})
source.addEventListener('reset', refresh)
source.addEventListener('error', () => {
  // The browser does not try again after an error response.
  if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 10_000)
})

addEventListener('keydown', ({ key }) => {
  const rel = { ArrowRight: 'next', PageDown: 'next', ArrowLeft: 'prev', PageUp: 'prev' }[key]
  /** @type {HTMLElement | null} */
  const link = rel ? part.querySelector(`a[rel="${rel}"]`) : null
  link?.click()
})

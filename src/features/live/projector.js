// Keeps the projector view up to date by reading the page again when something on stage changes.
const main = /** @type {HTMLElement} */ (document.querySelector('main'))
const { talk, position } = main.dataset
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
  const next = page.querySelector('main')
  if (next && next.innerHTML !== main.innerHTML) main.innerHTML = next.innerHTML
}

const source = new EventSource(`/live/stream?lang=${document.documentElement.lang}&talks=${talk}:${position}`)
source.addEventListener('change', ({ data }) => {
  /** @type {{ items: { kind: string }[] }} */
  const { items } = JSON.parse(data)
  if (items.some(({ kind }) => kind !== 'message')) refresh()
})
source.addEventListener('reset', refresh)
source.addEventListener('error', () => {
  // The browser does not try again after an error response.
  if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 10_000)
})

// The search dialog of the Back Office: Ctrl+K opens it, results appear while typing, and arrow keys move between them.
// Without scripts, the same link leads to the page that the results come from.

const dialog = document.getElementById('search')
const input = dialog.querySelector('input')
const found = document.getElementById('search-found')
const DELAY_MS = 120
let search

for (const key of document.querySelectorAll('[data-search] kbd')) {
  key.textContent = /Mac|iPhone|iPad/.test(navigator.platform) ? key.dataset.mac : key.dataset.other
  key.hidden = false
}

const open = () => {
  if (dialog.open) return
  dialog.showModal()
  input.select()
  find(0)
}

/** Shows the results for the text of the field. Only the last search is shown. */
function find(delayMs) {
  search?.abort.abort()
  const abort = new AbortController()
  search = { abort, shown: show(abort.signal, delayMs) }
}

async function show(signal, delayMs) {
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (signal.aborted) return
  const query = new URLSearchParams({ q: input.value })
  const response = await fetch(`${dialog.dataset.path}?${query}`, { signal }).catch(() => undefined)
  if (signal.aborted) return
  // The user is signed out, or there was an error. The page itself says which.
  if (!response?.ok || response.redirected) {
    location.assign(`${dialog.dataset.path}?${query}`)
    return
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const results = page.getElementById('search-results')
  if (signal.aborted || !results) return
  results.removeAttribute('id')
  found.replaceChildren(results)
  found.scrollTop = 0
}

const hits = () => [...found.querySelectorAll('.search-hit')]

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
    return
  event.preventDefault()
  open()
})
for (const link of document.querySelectorAll('[data-search]'))
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  })

input.addEventListener('input', () => find(DELAY_MS))
dialog.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  await search?.shown
  hits()[0]?.click()
})
dialog.addEventListener('keydown', (event) => {
  const all = [input, ...hits()]
  const at = all.indexOf(document.activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    all[(at + step + all.length) % all.length].focus()
  } else if (at > 0 && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
    input.focus()
  }
})
// A click on the backdrop.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})

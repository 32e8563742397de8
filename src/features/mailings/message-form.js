// Keeps the number of recipients and the preview of a message up to date.
const PAUSE_MS = 500

for (const form of document.querySelectorAll('.message-form')) followChanges(form)

function followChanges(form) {
  let timer
  let running
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, PAUSE_MS)
  })

  async function refresh() {
    running?.abort()
    running = new AbortController()
    const body = new URLSearchParams([...new FormData(form), ['do', 'preview']])
    const { signal } = running
    const response = await fetch(form.action, { method: 'POST', body, signal }).catch(() => undefined)
    if (!response || response.redirected || ![200, 422].includes(response.status)) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const part of form.querySelectorAll('[data-message]')) {
      const next = page.querySelector(`[data-message="${part.dataset.message}"]`)
      if (next && next.innerHTML !== part.innerHTML && !part.contains(document.activeElement))
        part.replaceChildren(...next.childNodes)
    }
  }
}

// The agenda of a visitor without an account: requests the page again with the stars of the browser.
const place = document.getElementById('my-agenda')

function starred() {
  try {
    const ids = JSON.parse(localStorage.getItem('favorites') ?? '[]')
    return Array.isArray(ids) ? ids : []
  } catch {
    return []
  }
}

async function fill() {
  const ids = starred()
  const empty = place.querySelector('.empty')
  if (ids.length === 0) {
    if (empty) empty.hidden = false
    return
  }
  const body = new URLSearchParams(ids.map((id) => ['talk', id]))
  const response = await fetch(location.pathname, { method: 'POST', body })
  if (!response.ok) throw new Error(`Refused with ${response.status}.`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  place.replaceChildren(...page.getElementById('my-agenda').childNodes)
  dispatchEvent(new Event('favorites:shown'))
}

if (place.dataset.waits !== undefined) {
  fill().catch(() => {
    place.textContent = place.dataset.failed
  })
}

// The stars of the browser were moved into the account after this page was rendered.
addEventListener('favorites:moved', () => location.reload())

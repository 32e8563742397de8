// Text areas: the number of characters left near the limit, and a preview of the text as the server shows it.

for (const tools of document.querySelectorAll('[data-text]')) {
  const area = document.getElementById(tools.dataset.text)
  const counter = tools.querySelector('[data-limit]')
  const button = tools.querySelector('[data-preview]')
  if (counter) count(area, counter)
  if (button) preview(area, button)
}

/** Counts down the last tenth. A screen reader announces the number when typing pauses. */
function count(area, counter) {
  const PAUSE_MS = 600
  const { limit, left: leftText, over: overText } = counter.dataset
  let timer
  const show = () => {
    const left = limit - [...area.value].length
    counter.classList.toggle('problem', left < 0)
    const number = Math.abs(left).toLocaleString(document.documentElement.lang)
    counter.textContent = left > limit / 10 ? '' : `${left < 0 ? overText : leftText} ${number}`
  }
  area.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(show, PAUSE_MS)
  })
  show()
}

/** The button switches between the text and its preview. */
function preview(area, button) {
  const shown = document.getElementById(button.getAttribute('aria-controls'))
  button.addEventListener('click', async () => {
    const isOpening = shown.hidden
    button.setAttribute('aria-pressed', isOpening)
    shown.hidden = !isOpening
    area.hidden = isOpening
    if (!isOpening) return area.focus()
    const { elements } = area.form
    const format = elements[button.dataset.preview]?.value ?? button.dataset.preview
    const body = new URLSearchParams({ _csrf: elements._csrf.value, text: area.value, format })
    const path = button.dataset.preview === 'pageFormat' ? '/backoffice/preview' : '/account/preview'
    const response = await fetch(path, { method: 'POST', body }).catch(() => undefined)
    if (response?.ok && !response.redirected) shown.innerHTML = await response.text()
    else shown.textContent = button.dataset.failed
  })
}

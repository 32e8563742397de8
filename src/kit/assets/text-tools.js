// Texts: the number of characters left near the limit, and a preview of a text area as the server shows it.

for (const field of document.querySelectorAll('[data-text]')) {
  const input = document.getElementById(field.dataset.text)
  const counter = field.querySelector('[data-limit]')
  const tabs = field.querySelector('.segments')
  if (counter) countCharacters(input, counter, field.querySelector('[data-announced]'))
  if (tabs) addPreview(input, tabs)
}

/** Counts down the last tenth. A screen reader announces the number when typing pauses. */
function countCharacters(input, counter, announced) {
  const PAUSE_MS = 600
  const { limit, left: leftText, over: overText } = counter.dataset
  let timer
  const show = () => {
    const left = limit - [...input.value].length
    counter.classList.toggle('problem', left < 0)
    const number = Math.abs(left).toLocaleString(document.documentElement.lang)
    counter.textContent = left > limit / 10 ? '' : `${left < 0 ? overText : leftText} ${number}`
    clearTimeout(timer)
    timer = setTimeout(() => {
      announced.textContent = counter.textContent
    }, PAUSE_MS)
  }
  input.addEventListener('input', show)
  show()
}

/** One tab shows the text, the other its preview. */
function addPreview(area, tabs) {
  const [write, open] = tabs.querySelectorAll('button')
  const shown = document.getElementById(open.getAttribute('aria-controls'))
  const choose = (isPreview) => {
    write.setAttribute('aria-pressed', !isPreview)
    open.setAttribute('aria-pressed', isPreview)
    // The page does not move when the text is shorter than its field.
    if (isPreview) shown.style.minHeight = `${area.offsetHeight}px`
    shown.hidden = !isPreview
    area.hidden = isPreview
  }
  write.addEventListener('click', () => {
    choose(false)
    area.focus()
  })
  open.addEventListener('click', async () => {
    choose(true)
    const { elements } = area.form
    const format = elements[open.dataset.preview]?.value ?? open.dataset.preview
    const body = new URLSearchParams({ _csrf: elements._csrf.value, text: area.value, format })
    const path = open.dataset.preview === 'pageFormat' ? '/backoffice/preview' : '/account/preview'
    const response = await fetch(path, { method: 'POST', body }).catch(() => undefined)
    if (response?.ok && !response.redirected) shown.innerHTML = await response.text()
    else shown.textContent = open.dataset.failed
  })
}

// Keeps the accent color and its hexadecimal digits the same, and shows it in the preview. The browser refuses to send digits
// that are no color.
for (const field of document.querySelectorAll('[data-accent]')) {
  const color = field.querySelector('input[type="color"]')
  const hex = field.querySelector('[data-hex]')
  color.addEventListener('input', () => {
    if (document.activeElement !== hex) hex.value = color.value
  })
  hex.addEventListener('input', () => {
    if (!hex.validity.valid) return
    color.value = `#${hex.value.replace('#', '')}`
    color.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const preview = document.querySelector('[data-theme]')
const PAUSE_MS = 200
let pause

/** The server derives the readable colors of texts and edges, and sends them at the end of the style sheet. */
async function showColors(input) {
  const { value } = input
  const path = preview.dataset.theme.replace(/[0-9a-f]{6}(?=\/[^/]+$)/, value.slice(1))
  const sheet = await fetch(path)
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '')
  if (input.value !== value) return
  for (const [, name, color] of sheet.matchAll(/(--(?:on-)?accent[a-z-]*):(#[0-9a-f]{6})/g))
    preview.style.setProperty(name, color)
}

document.querySelector('[data-accent] [type="color"]')?.addEventListener('input', ({ target }) => {
  clearTimeout(pause)
  pause = setTimeout(() => showColors(target), PAUSE_MS)
})

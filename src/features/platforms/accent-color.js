// Keeps the accent color and its hexadecimal digits the same. The browser refuses to send digits that are no color.
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

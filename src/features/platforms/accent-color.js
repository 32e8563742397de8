// Keeps the accent color, its hexadecimal digits, and the button in it the same.
const HEX = /^#[\da-f]{6}$/i

for (const field of document.querySelectorAll('[data-accent]')) {
  const color = field.querySelector('input[type="color"]')
  const hex = field.querySelector('[data-hex]')
  const button = field.querySelector('.button')
  const show = () => {
    button.style.setProperty('--accent', color.value)
    button.style.setProperty('--accent-edge', color.value)
    button.style.setProperty('--on-accent', textOn(color.value))
  }
  color.addEventListener('input', () => {
    if (document.activeElement !== hex) hex.value = color.value
    show()
  })
  hex.addEventListener('input', () => {
    const typed = hex.value.startsWith('#') ? hex.value : `#${hex.value}`
    if (!HEX.test(typed)) return
    color.value = typed
    color.dispatchEvent(new Event('input', { bubbles: true }))
  })
  hex.addEventListener('blur', () => {
    hex.value = color.value
  })
  show()
}

/** Black or white, whichever has more contrast (WCAG 2.2, relative luminance). */
function textOn(accent) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(accent.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

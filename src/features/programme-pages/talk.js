// Counts down to the start of a talk by the server's clock. `live.js` then opens the stage.
const page = /** @type {HTMLElement} */ (document.querySelector('[data-talk]'))
const dayFormat = new Intl.NumberFormat(document.documentElement.lang, {
  style: 'unit',
  unit: 'day',
  unitDisplay: 'long',
})
/** @param {number} number */
const two = (number) => String(number).padStart(2, '0')

/** @param {number} seconds */
function leftText(seconds) {
  const days = Math.floor(seconds / 86_400)
  const [h, m, s] = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const clock = `${two(h)}:${two(m)}:${two(s)}`
  return days === 0 ? clock : `${dayFormat.format(days)} ${clock}`
}

function tick() {
  /** @type {HTMLElement | null} */
  const countdown = document.querySelector('.countdown[data-at]')
  const left = countdown?.querySelector('.countdown-left')
  if (!countdown) return
  const now = Date.now() + Number(page.dataset.clockOffset ?? 0)
  const seconds = Math.ceil((Date.parse(countdown.dataset.at ?? '') - now) / 1000)
  if (seconds > 0 && left) left.textContent = leftText(seconds)
  else if (countdown.dataset.opening) countdown.textContent = countdown.dataset.opening
}

setInterval(tick, 1000)
tick()

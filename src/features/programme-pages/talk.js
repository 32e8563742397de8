// Counts down to the start of a talk by the server's clock. `live.js` then opens the stage.
const page = /** @type {HTMLElement} */ (document.querySelector('[data-talk]'))
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang)
const units = /** @type {const} */ ([
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
])

/**
 * As `until` of the server writes it, but with seconds in the last two minutes.
 * @param {number} seconds
 */
function leftText(seconds) {
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
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

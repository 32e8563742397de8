// Counts down to the start of a talk by the server's clock. `live.js` then opens the stage.
const page = /** @type {HTMLElement} */ (document.querySelector('[data-talk]'))
const { lang } = document.documentElement
const list = new Intl.ListFormat(lang, { type: 'unit', style: 'short' })
/** @param {string} unit */
const formatOf = (unit) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' })
const formats = { day: formatOf('day'), hour: formatOf('hour'), minute: formatOf('minute') }
/** @param {number} number */
const two = (number) => String(number).padStart(2, '0')

/**
 * Seconds only in the last hour. Before, the same text as that of the server.
 * @param {number} seconds
 */
function leftText(seconds) {
  if (seconds < 3600) return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
  const minutes = Math.ceil(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  const parts = [
    days > 0 ? formats.day.format(days) : '',
    hours > 0 ? formats.hour.format(hours) : '',
    days === 0 && minutes % 60 > 0 ? formats.minute.format(minutes % 60) : '',
  ]
  return list.format(parts.filter((part) => part !== ''))
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

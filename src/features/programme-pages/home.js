// Keeps the countdown of the home page and the progress of live talks current.
const { lang } = document.documentElement
const units = [
  { unit: 'day', ms: 86_400_000, limit: Infinity },
  { unit: 'hour', ms: 3_600_000, limit: 24 },
  { unit: 'minute', ms: 60_000, limit: 60 },
].map((one) => ({
  ...one,
  format: new Intl.NumberFormat(lang, { style: 'unit', unit: one.unit, unitDisplay: 'long' }),
}))

/** @param {HTMLElement} countdown */
function countDown(countdown) {
  const left = Math.ceil((Date.parse(countdown.dataset.at ?? '') - Date.now()) / 60_000) * 60_000
  for (const { unit, ms, limit, format } of units) {
    const parts = format.formatToParts(Math.floor(Math.max(0, left) / ms) % limit)
    /** @param {boolean} isUnit */
    const textOf = (isUnit) =>
      parts
        .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
        .map(({ value }) => value)
        .join('')
    const place = countdown.querySelector(`[data-unit="${unit}"]`)
    place?.querySelector('b')?.replaceChildren(textOf(false))
    place?.querySelector('span')?.replaceChildren(textOf(true))
  }
}

function update() {
  /** @type {HTMLElement | null} */
  const countdown = document.querySelector('.hero-countdown')
  if (countdown) countDown(countdown)
  /** @type {NodeListOf<HTMLProgressElement>} */
  const running = document.querySelectorAll('progress[data-start]')
  for (const progress of running) progress.value = Date.now() - Date.parse(progress.dataset.start ?? '')
}

setInterval(update, 10_000)
update()

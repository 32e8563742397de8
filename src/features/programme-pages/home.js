// Keeps the countdown of the home page and the progress of live talks current.
const units = [
  ['day', 86_400_000, Infinity],
  ['hour', 3_600_000, 24],
  ['minute', 60_000, 60],
]
const { lang } = document.documentElement
const formats = new Map(
  units.map(([unit]) => [unit, new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })]),
)

function countDown(countdown) {
  const left = Math.ceil((Date.parse(countdown.dataset.at) - Date.now()) / 60_000) * 60_000
  for (const [unit, ms, limit] of units) {
    const parts = formats.get(unit).formatToParts(Math.floor(Math.max(0, left) / ms) % limit)
    const textOf = (isUnit) =>
      parts
        .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
        .map(({ value }) => value)
        .join('')
    const place = countdown.querySelector(`[data-unit="${unit}"]`)
    place.querySelector('b').textContent = textOf(false)
    place.querySelector('span').textContent = textOf(true)
  }
}

function update() {
  const countdown = document.querySelector('.hero-countdown')
  if (countdown) countDown(countdown)
  for (const progress of document.querySelectorAll('progress[data-start]'))
    progress.value = Date.now() - Date.parse(progress.dataset.start)
}

setInterval(update, 10_000)
update()

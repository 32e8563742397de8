// Shows the current hour and time, scrolls bars to what is shown, applies filters, and offers the time zone of the browser.

// scrollIntoView would also scroll the page.
for (const shown of document.querySelectorAll(':is(.days, .chips) [aria-current]')) {
  const strip = shown.parentElement
  const end = shown.offsetLeft - strip.offsetLeft + shown.offsetWidth + 16
  strip.scrollLeft = Math.max(0, end - strip.clientWidth)
}

// The names of many columns follow the timetable, and arrows lead to those before and after.
const wide = document.querySelector('.timetable.wide')
const names = wide?.parentElement.querySelector('.timetable-names')
const heads = [...(names?.querySelectorAll('.timetable-head') ?? [])]
const arrows = [...(names?.querySelectorAll('.timetable-arrow') ?? [])]
const toEnd = document.dir === 'rtl' ? -1 : 1
function followColumns() {
  names.scrollLeft = wide.scrollLeft
  const { left, right } = names.getBoundingClientRect()
  const places = heads.map((head) => {
    const box = head.getBoundingClientRect()
    const middle = (box.left + box.right) / 2
    return toEnd * (middle < left + 64 ? -1 : middle > right - 56 ? 1 : 0)
  })
  for (const [index, side] of [-1, 1].entries()) {
    const count = places.filter((place) => place === side).length
    arrows[index].hidden = count === 0
    arrows[index].firstElementChild.textContent = side === 1 ? `+${count}` : ''
  }
}
if (wide) {
  wide.addEventListener('scroll', followColumns, { passive: true })
  new ResizeObserver(followColumns).observe(wide)
  for (const [index, arrow] of arrows.entries())
    arrow.addEventListener('click', () =>
      wide.scrollBy({ left: (2 * index - 1) * toEnd * Math.round(wide.clientWidth * 0.75) }),
    )
}

// The bar of hours follows the list.
const bar = document.querySelector('.hours')
const places = [...(bar?.querySelectorAll('a') ?? [])]
  .map((link) => ({ link, place: document.getElementById(link.hash.slice(1)) }))
  .filter(({ place }) => place?.parentElement.matches('.slot'))
function followHours() {
  const { bottom } = bar.getBoundingClientRect()
  const at = places.findLast(({ place }) => place.parentElement.getBoundingClientRect().top <= bottom + 8)
  const { link } = at ?? places[0]
  if (link.hasAttribute('aria-current')) return
  for (const one of places) one.link.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  bar.scrollLeft = link.offsetLeft - bar.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2
}
if (places.length > 0) {
  followHours()
  addEventListener('scroll', () => requestAnimationFrame(followHours), { passive: true })
}

// Filters apply at once. Afterwards they are open again, at the same one, unless the browser stores nothing.
const stored = (() => {
  try {
    return sessionStorage
  } catch {}
})()
const filters = document.querySelector('.filters .popover')
const inputs = [...filters.querySelectorAll('input')]
const changed = inputs[stored?.getItem('filter') ?? -1]
stored?.removeItem('filter')
if (changed) {
  filters.open = true
  changed.focus()
}
filters.addEventListener('change', ({ target }) => {
  stored?.setItem('filter', inputs.indexOf(target))
  target.form.requestSubmit()
})

const ROW_MS = 5 * 60_000
const line = document.querySelector('.timetable-now')
const hours = [...document.querySelectorAll('.timetable-hour')].map((hour) => ({
  at: Date.parse(hour.firstElementChild.dateTime),
  row: Number(getComputedStyle(hour).gridRowStart),
}))
/** There is one row per five minutes. */
function moveLine() {
  const hour = hours.findLast(({ at }) => at <= Date.now())
  if (hour) line.style.gridRowStart = hour.row + Math.floor((Date.now() - hour.at) / ROW_MS)
}
if (line) setInterval(moveLine, 60_000)

const own = document.querySelector('[data-own-zone]')
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
if (own && zone && zone !== 'UTC') {
  const address = new URL(own.href)
  address.searchParams.set('zone', zone)
  own.href = address.href
  own.textContent = own.dataset.ownZone.replace('{zone}', zone.replaceAll('_', ' '))
}

const chosen = document.getElementById('zone')
if (chosen && Intl.supportedValuesOf) {
  const list = document.createElement('datalist')
  list.id = 'zones'
  for (const name of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    const option = document.createElement('option')
    option.value = name
    list.append(option)
  }
  chosen.after(list)
  chosen.setAttribute('list', list.id)
}

// Opens the agenda at the current time, keeps its line current, and offers the time zone of the browser.
const now = document.getElementById('now')
const [navigation] = performance.getEntriesByType('navigation')
// After a choice or an error message, the page starts at the top.
const isAsked = location.search !== '' || location.hash !== '' || document.querySelector('[role=alert]')
if (now && !isAsked && navigation?.type === 'navigate') {
  now.scrollIntoView({ block: 'start', behavior: 'instant' })
}

// scrollIntoView would also scroll the page.
for (const shown of document.querySelectorAll(
  ':is(.days, .hours) :is([aria-current], .shown:first-of-type)',
)) {
  const strip = shown.parentElement
  const end = shown.offsetLeft - strip.offsetLeft + shown.offsetWidth + 16
  strip.scrollLeft = Math.max(0, end - strip.clientWidth)
}

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

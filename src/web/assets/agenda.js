// Opens the agenda at the current time, and offers the time zone of the browser.
const now = document.getElementById('now')
const [navigation] = performance.getEntriesByType('navigation')
// After a choice or an error message, the page begins at the top.
const isAsked = location.search !== '' || location.hash !== '' || document.querySelector('[role=alert]')
if (now && !isAsked && navigation?.type === 'navigate') {
  now.scrollIntoView({ block: 'start', behavior: 'instant' })
}

// Not scrollIntoView, which would scroll the page as well.
const shown = document.querySelector('.days [aria-current]')
if (shown) {
  const days = shown.parentElement
  const end = shown.offsetLeft - days.offsetLeft + shown.offsetWidth + 16
  days.scrollLeft = Math.max(0, end - days.clientWidth)
}

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

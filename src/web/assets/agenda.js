// The agenda opens at now, and knows the time zone of the browser.
const now = document.getElementById('now')
const [navigation] = performance.getEntriesByType('navigation')
if (now && location.hash === '' && navigation?.type === 'navigate') {
  now.scrollIntoView({ block: 'start', behavior: 'instant' })
}

const shown = document.querySelector('.days [aria-current]')
if (shown) shown.parentElement.scrollLeft = shown.offsetLeft - shown.parentElement.offsetLeft - 16

const own = document.querySelector('[data-own-zone]')
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
if (own && zone && zone !== 'UTC') {
  const address = new URL(own.href)
  address.searchParams.set('zone', zone)
  own.href = address.href
  own.textContent = `My time (${zone.replaceAll('_', ' ')})`
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

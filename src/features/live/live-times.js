// Shows the times of chat messages and questions in the time zone of the reader.
const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function showLocalTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll('time[data-local-time]')
  for (const time of times) {
    time.textContent = clock.format(new Date(time.dateTime))
    delete time.dataset.localTime
  }
}

showLocalTimes()
new MutationObserver(showLocalTimes).observe(document.body, { childList: true, subtree: true })

// Counts down to the start of a talk, then reloads the page once; replaces videos that the browser cannot play.
const countdown = document.querySelector('.countdown[data-at]')
const left = countdown?.querySelector('.countdown-left')

const dayFormat = new Intl.NumberFormat(document.documentElement.lang, {
  style: 'unit',
  unit: 'day',
  unitDisplay: 'long',
})
const two = (number) => String(number).padStart(2, '0')
function leftText(seconds) {
  const days = Math.floor(seconds / 86_400)
  const [h, m, s] = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const clock = `${two(h)}:${two(m)}:${two(s)}`
  if (days === 0) return clock
  return `${dayFormat.format(days)} ${clock}`
}

function openOnce(key) {
  try {
    if (sessionStorage.getItem(key)) return
    sessionStorage.setItem(key, '1')
  } catch {
    return
  }
  location.reload()
}

if (countdown && left) {
  const at = Date.parse(countdown.dataset.at)
  const tick = () => {
    const seconds = Math.ceil((at - Date.now()) / 1000)
    if (seconds > 0) {
      left.textContent = leftText(seconds)
      return
    }
    clearInterval(timer)
    // Clocks differ, so give the server a moment to reach the start as well.
    setTimeout(openOnce, 2000, `opened ${location.pathname} ${at}`)
  }
  const timer = setInterval(tick, 1000)
  tick()
}

const video = document.querySelector('video.stage-screen')
const unplayable = document.querySelector('[data-unplayable]')
const HLS = 'application/vnd.apple.mpegurl'

if (video && unplayable) {
  const showUnplayable = () => {
    video.hidden = true
    unplayable.hidden = false
  }
  // Videos load on demand, so only a playlist is known in advance not to play.
  const isPlaylist = /\.m3u8$/i.test(new URL(video.src).pathname)
  if (isPlaylist && video.canPlayType(HLS) === '') showUnplayable()
  else video.addEventListener('error', showUnplayable)
}

// Counts down to the start of a talk, and then opens the page anew, once; says so where a video does not play.
const countdown = document.querySelector('.countdown[data-at]')
const left = countdown?.querySelector('.countdown-left')

const two = (number) => String(number).padStart(2, '0')
function leftText(seconds) {
  const days = Math.floor(seconds / 86_400)
  const [h, m, s] = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const clock = `${two(h)}:${two(m)}:${two(s)}`
  if (days === 0) return clock
  return days === 1 ? `1 day ${clock}` : `${days} days ${clock}`
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
    // Clocks differ: a moment later the server, too, thinks that it is time.
    setTimeout(openOnce, 2000, `opened ${location.pathname} ${at}`)
  }
  const timer = setInterval(tick, 1000)
  tick()
}

const video = document.querySelector('video.stage-screen')
const unplayable = document.querySelector('[data-unplayable]')
const HLS = 'application/vnd.apple.mpegurl'

if (video && unplayable) {
  const giveWay = () => {
    video.hidden = true
    unplayable.hidden = false
  }
  // Nothing is loaded before it is asked for, so that only a playlist is known not to play beforehand.
  const isPlaylist = /\.m3u8$/i.test(new URL(video.src).pathname)
  if (isPlaylist && video.canPlayType(HLS) === '') giveWay()
  else video.addEventListener('error', giveWay)
}

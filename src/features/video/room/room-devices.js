// Cameras and microphones: opening them, the choice, and the level meter.

/** @import { Kind } from './room-connection.js' */

const LEVEL_MS = 100

/**
 * Opens devices: undefined for any, '' for none.
 * @param {{ camera: string | undefined, microphone: string | undefined }} chosen
 */
export async function openDevices({ camera, microphone }) {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 } }
  const video = camera === '' ? false : { ...size, ...(camera ? { deviceId: { exact: camera } } : {}) }
  const audio = microphone === '' ? false : microphone ? { deviceId: { exact: microphone } } : true
  if (!video && !audio) return new MediaStream()
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio })
  } catch (error) {
    // Somebody without a camera still has a voice.
    const isMissing = error instanceof DOMException && error.name === 'NotFoundError'
    if (!isMissing || !video || !audio) throw error
    return navigator.mediaDevices.getUserMedia({ audio })
  }
}

/**
 * The name of the explanation of why devices cannot be opened.
 * @param {unknown} error
 */
export function problemOf(error) {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

/**
 * Fills the choices. Their first option is none.
 * @param {Iterable<HTMLSelectElement>} choices
 * @param {{ [K in Kind]?: MediaStreamTrack | undefined }} tracks
 */
export async function listDevices(choices, { camera, microphone }) {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const current = { videoinput: camera, audioinput: microphone }
  for (const choice of choices) {
    const kind = /** @type {keyof typeof current} */ (choice.dataset.devices)
    const options = devices
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => new Option(label, deviceId))
    choice.replaceChildren(...[...choice.options].slice(0, 1), ...options)
    choice.value = current[kind]?.getSettings().deviceId ?? ''
  }
}

/** @type {AudioContext | undefined} */
let audio
/** @type {number | undefined} */
let timer

/**
 * @param {MediaStreamTrack} track
 * @param {HTMLMeterElement} meter
 */
export function showLevel(track, meter) {
  clearInterval(timer)
  audio?.close()
  audio = new AudioContext()
  const analyser = audio.createAnalyser()
  audio.createMediaStreamSource(new MediaStream([track])).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    // From -60 dB, which is silence, to 0.
    meter.value = Math.max(0, Math.min(100, 100 + (10 * Math.log10(power + 1e-9) * 100) / 60))
  }, LEVEL_MS)
}

// Puts a person on stage: previews the camera and microphone, then sends them and the screen to the room.
import { chooseCodec, followRoom, joinRoom, RefusedError, streamCodecs } from './room-connection.js'
import { listDevices, openDevices, problemOf, showLevel } from './room-devices.js'
import { sendLargest } from './room-layers.js'
import { openModeration, showModeration } from './room-moderation.js'
import { showPeople } from './room-people.js'

/** @import { Kind, RoomState } from './room-connection.js' */

const RETRY_MS = 2_000
/**
 * Enough for a talk, and little enough for the connections of an audience. The camera is sent in three sizes, the smallest
 * first, from which the server chooses one for each viewer. All of a screen has to be readable.
 * @satisfies {Record<Kind, RTCRtpEncodingParameters[]>}
 */
const ENCODINGS = {
  microphone: [{}],
  camera: [
    { rid: 'low', scaleResolutionDownBy: 4, maxBitrate: 150_000 },
    { rid: 'middle', scaleResolutionDownBy: 2, maxBitrate: 450_000 },
    { rid: 'high', maxBitrate: 1_200_000 },
  ],
  screen: [{ maxBitrate: 1_500_000 }],
}

/** The pictures once more, in the codec of streams. They are sent only while somebody watches the room as a stream. */
const STREAM_ENCODINGS = {
  camera: [{ maxBitrate: 900_000 }],
  screen: [{ maxBitrate: 1_200_000 }],
}

const page = /** @type {HTMLElement} */ (document.querySelector('.room-page'))
const { room = '', csrf = '' } = page.dataset
const preview = /** @type {HTMLVideoElement} */ (page.querySelector('[data-preview]'))
const enter = /** @type {HTMLButtonElement} */ (page.querySelector('[data-enter]'))
const exit = /** @type {HTMLButtonElement} */ (page.querySelector('[data-leave]'))
const intro = /** @type {HTMLElement} */ (page.querySelector('[data-intro]'))
/** @type {NodeListOf<HTMLSelectElement>} */
const choices = page.querySelectorAll('[data-devices]')

/** @param {Kind} kind */
const switchOf = (kind) => /** @type {HTMLButtonElement} */ (page.querySelector(`[data-switch="${kind}"]`))
/** @param {Kind} kind */
const isOn = (kind) => switchOf(kind).getAttribute('aria-pressed') === 'true'
/**
 * @param {Kind} kind
 * @param {boolean} value
 */
const turn = (kind, value) => switchOf(kind).setAttribute('aria-pressed', String(value))

/** @type {{ [K in Kind]?: MediaStreamTrack | undefined }} */
const tracks = {}
/** @type {Partial<Record<Kind, RTCRtpSender>>} */
let senders = {}
/** @type {Partial<Record<Kind, RTCRtpSender>>} */
let streamSenders = {}
let isStreamed = false
let leave = () => {}
let unfollow = () => {}
/** @type {RoomState | undefined} */
let lastState
let isWanted = false

/**
 * @param {string | undefined} name The problem; undefined if there is none.
 * @param {string} [text]
 */
function showProblem(name, text) {
  /** @type {NodeListOf<HTMLElement>} */
  const problems = page.querySelectorAll('[data-problem]')
  for (const problem of problems) {
    problem.hidden = problem.dataset.problem !== name
    if (text && !problem.hidden) problem.textContent = text
  }
}

async function openPreview() {
  const [camera, microphone] = ['videoinput', 'audioinput'].map(
    (kind) => [...choices].find(({ dataset }) => dataset.devices === kind)?.dataset.chosen,
  )
  try {
    const stream = await openDevices({ camera, microphone })
    for (const track of [tracks.camera, tracks.microphone]) track?.stop()
    tracks.camera = stream.getVideoTracks()[0]
    tracks.microphone = stream.getAudioTracks()[0]
    preview.srcObject = stream
    preview.classList.add('mirrored')
    if (tracks.microphone)
      showLevel(tracks.microphone, /** @type {HTMLMeterElement} */ (page.querySelector('[data-level]')))
    showProblem(undefined)
    await listDevices(choices, tracks)
    enter.disabled = false
    send()
  } catch (error) {
    showProblem(problemOf(error))
  }
}

/** Sends what is on. Nothing is negotiated again. */
function send() {
  for (const kind of /** @type {Kind[]} */ (['microphone', 'camera', 'screen'])) {
    const track = tracks[kind]
    if (track && kind !== 'screen') track.enabled = isOn(kind)
    const sent = isOn(kind) && track ? track : null
    senders[kind]?.replaceTrack(sent).catch(() => {})
    streamSenders[kind]?.replaceTrack(isStreamed ? sent : null).catch(() => {})
  }
}

async function connect() {
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  senders = {}
  for (const kind of /** @type {Kind[]} */ (['microphone', 'camera', 'screen'])) {
    const media = kind === 'microphone' ? 'audio' : 'video'
    const transceiver = peer.addTransceiver(media, {
      direction: 'sendonly',
      sendEncodings: ENCODINGS[kind],
    })
    chooseCodec(transceiver, media)
    senders[kind] = transceiver.sender
  }
  streamSenders = addStreamSenders(peer)
  isStreamed = false
  try {
    const joined = await joinRoom(peer, `${room}/publish`, {
      fields: { _csrf: csrf },
      onState: show,
      onEnd: later,
    })
    leave = joined.leave
    // The person has left in the meantime.
    if (!isWanted) return leave()
    unfollow()
    send()
    showProblem(undefined)
    showOnStage(true)
  } catch (error) {
    peer.close()
    if (!(error instanceof RefusedError)) return later()
    stop()
    showProblem(error.message ? 'refused' : 'removed', error.message)
  }
}

/** @param {RTCPeerConnection} peer */
function addStreamSenders(peer) {
  const codecs = streamCodecs()
  if (codecs.length === 0) return {}
  const added = /** @type {const} */ (['camera', 'screen']).map((kind) => {
    const sendEncodings = STREAM_ENCODINGS[kind]
    const transceiver = peer.addTransceiver('video', { direction: 'sendonly', sendEncodings })
    transceiver.setCodecPreferences(codecs)
    return [kind, transceiver.sender]
  })
  return Object.fromEntries(added)
}

/** Sees who is on stage before going there. */
async function follow() {
  const again = () => setTimeout(() => isWanted || follow(), RETRY_MS)
  unfollow()
  try {
    unfollow = await followRoom(`${room}/follow`, { fields: { _csrf: csrf }, onState: show, onEnd: again })
    if (isWanted) unfollow()
  } catch (error) {
    if (error instanceof RefusedError) showProblem('refused', error.message)
    else again()
  }
}

/**
 * Connects again, unless the person has left. The server refuses those who may not be on stage any more.
 * @param {'ended'} [reason]
 */
function later(reason) {
  if (!isWanted) return
  if (reason) {
    stop()
    return showProblem(reason)
  }
  showProblem('lost')
  setTimeout(() => isWanted && connect(), RETRY_MS)
}

/** @param {RoomState} state */
function show(state) {
  showPeople(page, state, moderate)
  showModeration(page, state)
  const own = state.people.find(({ seat }) => seat === state.you)
  // A moderator has stopped it.
  if (own?.blocked.includes('screen') && isOn('screen')) stopScreen()
  const isOnStage = state.you !== null
  hide('[data-early]', !isOnStage || state.isLive)
  hide('[data-live]', !isOnStage || !state.isLive)
  hide('[data-locked]', !state.isLocked)
  hide('[data-recorded]', !state.isRecorded)
  hide('[data-unseen]', !isOnStage || !state.isStreamed || streamSenders.camera !== undefined)
  tell(state, lastState)
  lastState = state
  if (state.isStreamed === isStreamed) return
  isStreamed = state.isStreamed
  send()
}

/**
 * @param {string} selector
 * @param {boolean} isHidden
 */
const hide = (selector, isHidden) => page.querySelector(selector)?.toggleAttribute('hidden', isHidden)

/**
 * Tells screen readers what has changed.
 * @param {RoomState} state
 * @param {RoomState | undefined} before
 */
function tell(state, before) {
  const news = /** @type {HTMLElement} */ (page.querySelector('[data-news]'))
  const isMuted = (/** @type {RoomState | undefined} */ one) =>
    one?.people.some(({ seat, blocked }) => seat === one.you && blocked.includes('microphone'))
  const raised = state.hands?.find(({ person }) => !before?.hands?.some((one) => one.person === person))
  if (isMuted(state) && !isMuted(before)) news.textContent = news.dataset.mutedText ?? ''
  else if (state.isRecorded && before?.isRecorded === false)
    news.textContent = page.querySelector('[data-recorded]')?.textContent ?? ''
  else if (raised) news.textContent = (news.dataset.handText ?? '').replace('{name}', () => raised.name)
}

/**
 * @param {string} person
 * @param {string} what
 */
async function moderate(person, what) {
  const body = new URLSearchParams({ _csrf: csrf, person, do: what })
  const response = await fetch(`${room}/moderate`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  })
  if (response.ok) return
  const { message = '' } = await response.json().catch(() => ({}))
  showProblem('refused', message)
}

/** @param {boolean} isThere */
function showOnStage(isThere) {
  enter.hidden = isThere
  exit.hidden = !isThere
  intro.hidden = isThere
  switchOf('screen').hidden = !isThere || !navigator.mediaDevices.getDisplayMedia
  if (isThere) return
  showPeople(page, undefined, moderate)
  hide('[data-early]', true)
  hide('[data-live]', true)
  hide('[data-unseen]', true)
}

function stop() {
  isWanted = false
  leave()
  stopScreen()
  showOnStage(false)
  follow()
}

function stopScreen() {
  tracks.screen?.stop()
  delete tracks.screen
  turn('screen', false)
  send()
}

async function shareScreen() {
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 15 } })
    const [track] = stream.getVideoTracks()
    if (!track) return
    track.contentHint = 'detail'
    track.addEventListener('ended', stopScreen)
    tracks.screen = track
    turn('screen', true)
    send()
  } catch {
    // The person has closed the choice.
  }
}

enter.addEventListener('click', () => {
  isWanted = true
  enter.disabled = true
  connect().finally(() => {
    enter.disabled = false
  })
})
exit.addEventListener('click', stop)
for (const kind of /** @type {const} */ (['camera', 'microphone']))
  switchOf(kind).addEventListener('click', () => {
    turn(kind, !isOn(kind))
    send()
  })
switchOf('screen').addEventListener('click', () => (isOn('screen') ? stopScreen() : shareScreen()))
for (const choice of choices)
  choice.addEventListener('change', () => {
    choice.dataset.chosen = choice.value
    openPreview()
  })

openModeration(page, moderate)
sendLargest(() => senders.camera)
follow()
if (!navigator.mediaDevices) showProblem('insecure')
else openPreview()

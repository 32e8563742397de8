// During a replay, the chat shows what had been written by the moment of the video, unless the reader wants to see all.
// `live.js` keeps the messages up to date.
const { talk = '', user = '' } = /** @type {HTMLElement} */ (document.querySelector('[data-talk]')).dataset

/** Of the video; undefined before it plays. @type {number | undefined} */
let seconds
/** The minute whose messages the list has; undefined if it has the last ones. @type {number | undefined} */
let shownMinute
/** The messages that came with a page. Others are new, and stay at the end of the list. @type {Set<string>} */
let known = new Set()

/** @returns {HTMLElement | null} */
const followOf = () => document.querySelector('#live .chat-follow')
/** @returns {HTMLElement | null} */
const listOf = () => document.querySelector('#live [data-list="message"]')

/** @param {Element} item */
const writtenAt = (item) => Date.parse(item.querySelector('time')?.dateTime ?? '')

/** @param {HTMLElement} follow */
const spanOf = ({ dataset: { start = '', end = '' } }) => ({ start: Date.parse(start), end: Date.parse(end) })

async function update() {
  const [follow, list] = [followOf(), listOf()]
  if (!follow || !list || seconds === undefined) return
  const { end } = spanOf(follow)
  if (follow.hidden && ![...list.children].some((item) => writtenAt(item) < end)) return
  follow.hidden = false
  const minute = follow.querySelector('input')?.checked ? Math.floor(seconds / 60) : undefined
  if (minute !== shownMinute) {
    shownMinute = minute
    await load(minute, list)
    if (minute !== shownMinute) return
  }
  hideLater(follow, list)
}

/**
 * @param {number | undefined} minute
 * @param {HTMLElement} list
 */
async function load(minute, list) {
  const query = minute === undefined ? '' : `?minute=${minute}`
  const response = await fetch(`/talks/${talk}/messages${query}`).catch(() => undefined)
  if (!response?.ok || minute !== shownMinute) return
  const { body } = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (minute !== shownMinute) return
  const items = [...body.querySelectorAll('.chat-log > li')]
  for (const item of items)
    if (user !== '' && item instanceof HTMLElement && item.dataset.author === user) item.classList.add('own')
  const added = [...list.children].filter(({ id }) => !known.has(id))
  list.replaceChildren(...items, ...added)
  for (const { id } of items) known.add(id)
  list.scrollTop = list.scrollHeight
}

/**
 * @param {HTMLElement} follow
 * @param {HTMLElement} list
 */
function hideLater(follow, list) {
  const { start, end } = spanOf(follow)
  const isFollowing = shownMinute !== undefined
  const now = start + (seconds ?? 0) * 1000
  let hasMore = false
  for (const item of /** @type {Iterable<HTMLElement>} */ (list.children)) {
    const at = writtenAt(item)
    const isLater = isFollowing && at > now && at < end
    hasMore ||= item.hidden && !isLater
    item.hidden = isLater
  }
  if (hasMore) list.scrollTop = list.scrollHeight
}

function setUp() {
  shownMinute = undefined
  known = new Set([...(listOf()?.children ?? [])].map(({ id }) => id))
  update()
}

document.addEventListener('live:watched', (event) => {
  seconds = /** @type {CustomEvent<{ seconds: number }>} */ (event).detail.seconds
  update()
})
document.addEventListener('live:panel', setUp)
addEventListener('change', ({ target }) => {
  if (target instanceof Element && target.closest('.chat-follow')) update()
})

setUp()

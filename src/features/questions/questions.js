// Questions beside a talk: the order of the list, the votes of the reader, and answers in the replay. `live.js` keeps
// the list up to date.
/** @type {Set<string>} */
let voted = new Set()
let sortedBy = 'order'

/** @typedef {{ id: string, hasVoted?: boolean }} Answer */

/** @returns {HTMLElement | null} */
const listOf = () => document.querySelector('#live [data-list="question"]')

// --- Own votes: streams are the same for everyone ---

/** @param {HTMLElement} root */
function markVotes(root) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = root.querySelectorAll('button:is([name="vote"], [name="unvote"])')
  for (const button of buttons) {
    const isOn = voted.has(button.value)
    button.name = isOn ? 'unvote' : 'vote'
    button.setAttribute('aria-pressed', String(isOn))
  }
}

function setUp() {
  const list = listOf()
  if (!list) return
  voted = new Set(list.dataset.voted?.split(' ').filter(Boolean))
  markVotes(list)
  sort(list)
  showSeekers(list)
}

document.addEventListener('live:panel', setUp)
document.addEventListener('live:voted', (event) => {
  voted = new Set(/** @type {CustomEvent<string[]>} */ (event).detail)
  const list = listOf()
  if (list) markVotes(list)
})
document.addEventListener('live:item', (event) => {
  const { detail: item } = /** @type {CustomEvent<HTMLElement>} */ (event)
  if (!item.matches('.question')) return
  markVotes(item)
  showSeekers(item)
})
document.addEventListener('live:sent', (event) => {
  const { id, hasVoted } = /** @type {CustomEvent<Answer>} */ (event).detail
  if (hasVoted === undefined) return
  if (hasVoted) voted.add(id)
  else voted.delete(id)
  /** @type {HTMLElement | null} */
  const item = document.querySelector(`#live [id="question-${id}"]`)
  if (item) markVotes(item)
})

// --- The order ---

/** @param {HTMLElement} list */
function sort(list) {
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll('#live [data-sort]')
  for (const link of links) {
    if (link.dataset.sort === sortedBy) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  list.dataset.sortedBy = sortedBy
  const items = /** @type {HTMLElement[]} */ ([...list.children])
  const sorted = items.toSorted((a, b) => Number(a.dataset[sortedBy]) - Number(b.dataset[sortedBy]))
  if (sorted.some((item, at) => item !== items[at])) list.append(...sorted)
}

addEventListener('click', (event) => {
  const link = closest(event, '#live [data-sort]')
  const list = listOf()
  if (!link || !list || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  sortedBy = link.dataset.sort ?? sortedBy
  sort(list)
})

// --- The moment of an answer in the replay ---

/**
 * The page with the player of a replay; null while the talk is live or if its player cannot seek.
 * @returns {HTMLIFrameElement | null}
 */
const replay = () =>
  document.querySelector(
    '.talk-page:is([data-phase="replay"], [data-phase="ended"]) .stage-screen:is(.media, .frame)',
  )

/** @param {HTMLElement} root */
function showSeekers(root) {
  const isHidden = replay() === null
  /** @type {NodeListOf<HTMLElement>} */
  const seekers = root.querySelectorAll('[data-seek]')
  for (const button of seekers) button.hidden = isHidden
}

document.addEventListener('live:stage', () => {
  const list = listOf()
  if (list) showSeekers(list)
})

/**
 * People who have to pay first have no player. A replay that has just started is still loading it.
 * @param {HTMLIFrameElement} screen
 * @returns {Promise<HTMLVideoElement | null | undefined>}
 */
async function videoOf(screen) {
  const { URL, readyState } = screen.contentDocument ?? {}
  if (URL === 'about:blank' || readyState === 'loading')
    await new Promise((resolve) => screen.addEventListener('load', resolve, { once: true }))
  return screen.contentDocument?.querySelector('video.screen')
}

addEventListener('click', async (event) => {
  const button = closest(event, '[data-seek]')
  const screen = button && replay()
  if (!screen) return
  screen.scrollIntoView({ block: 'center' })
  const { seek = '0' } = button.dataset
  if (screen.matches('.frame')) {
    const address = new URL(screen.src)
    address.searchParams.set('play', seek)
    screen.src = address.href
    return
  }
  const video = await videoOf(screen)
  if (!video) return
  video.currentTime = Number(seek)
  video.play().catch(() => {})
})

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
function closest({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null
}

setUp()

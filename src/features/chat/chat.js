// The chat beside a talk: the tools of a message, replies, the way to the newest messages, and what waits for moderators.
// `live.js` keeps the messages up to date.
const LONG_PRESS_MS = 500
const MOVED_PX = 10
/** Closer to the end than this, a list shows the newest message. */
const END_PX = 60

/**
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const find = (selector) => document.querySelector(`#live ${selector}`)
const listOf = () => find('[data-list="message"]')

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null)

/**
 * A copy of a template of the panel.
 * @param {string} name
 */
function copyOf(name) {
  const template = /** @type {HTMLTemplateElement | null} */ (find(`template.${name}`))
  return /** @type {HTMLElement | null | undefined} */ (template?.content.firstElementChild?.cloneNode(true))
}

/**
 * @param {HTMLElement} root
 * @param {string} id Of a message.
 */
function setActions(root, id) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = root.querySelectorAll('button[data-action]')
  for (const button of buttons) button.formAction = (button.dataset.action ?? '').replace('{id}', id)
}

/** @param {HTMLElement} item */
const idOf = (item) => item.id.slice('message-'.length)

// --- The tools of a message, while it is pointed at or has the focus ---

/** @param {HTMLElement | null} item */
function showTools(item) {
  if (!item || item.matches('.removed') || item.querySelector('.chat-tools')) return
  hideTools()
  const tools = copyOf('chat-message-tools')
  if (!tools) return
  /** @type {NodeListOf<HTMLButtonElement>} */
  const reactions = tools.querySelectorAll('[name="reaction"]')
  for (const button of reactions) button.value = `${idOf(item)} ${button.value}`
  setActions(tools, idOf(item))
  item.querySelector('.chat-link')?.after(tools)
}

function hideTools() {
  find('.chat-tools')?.remove()
}

addEventListener('pointerover', (event) => {
  // A pointer that rests on the list takes nothing from people who use the keyboard.
  if (find('[data-list="message"] :focus-visible')) return
  if (event.pointerType === 'mouse') showTools(closest(event, '#live [data-list="message"] > li'))
  if (!closest(event, '#live [data-list="message"]') && !find('.chat-tools:focus-within')) hideTools()
})
addEventListener('focusin', (event) => showTools(closest(event, '#live [data-list="message"] > li')))

// --- A long press opens the dialog of a message ---

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pressing
let pressedAt = { x: 0, y: 0 }

addEventListener('pointerdown', (event) => {
  const item = closest(event, '#live .chat-message')
  if (!item || event.pointerType === 'mouse' || closest(event, 'a, button')) return
  pressedAt = { x: event.clientX, y: event.clientY }
  clearTimeout(pressing)
  pressing = setTimeout(
    () => /** @type {HTMLElement | null} */ (item.querySelector('.chat-link'))?.click(),
    LONG_PRESS_MS,
  )
})
addEventListener('pointermove', ({ clientX, clientY }) => {
  if (Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > MOVED_PX) clearTimeout(pressing)
})
for (const name of ['pointerup', 'pointercancel', 'scroll'])
  addEventListener(name, () => clearTimeout(pressing), true)

// --- Replies ---

/** @param {HTMLElement | null} item Null for a message that replies to none. */
function replyTo(item) {
  const note = find('.chat-replying')
  const form = note?.closest('form')
  /** @type {HTMLInputElement | null | undefined} */
  const field = form?.querySelector('[name="replyTo"]')
  const text = note?.querySelector('span')
  if (!note || !field || !text) return
  field.value = item ? idOf(item) : ''
  text.textContent = (note.dataset.text ?? '').replace(
    '%',
    item?.querySelector('.chat-head b')?.textContent ?? '',
  )
  note.hidden = item === null
  form?.querySelector('textarea')?.focus()
}

addEventListener('click', (event) => {
  if (closest(event, '#live [data-reply]')) replyTo(closest(event, '.chat-message'))
  if (closest(event, '#live [data-cancel]')) replyTo(null)
  if (closest(event, '#live .chat-newer')) scrollToEnd()
})
document.addEventListener('live:sent', (event) => {
  const { id, state } = /** @type {CustomEvent<{ id?: string, state?: string }>} */ (event).detail
  if (id !== undefined && state !== undefined && find('.chat-replying:not([hidden])')) replyTo(null)
})

// --- The way to the newest messages ---

/** @param {HTMLElement} list */
const isAtEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < END_PX

function scrollToEnd() {
  const list = listOf()
  if (list) list.scrollTop = list.scrollHeight
}

/** @param {boolean} isShown */
function showNewer(isShown) {
  const button = find('.chat-newer')
  if (button) button.hidden = !isShown
}

addEventListener(
  'scroll',
  ({ target }) => {
    const list = listOf()
    if (list && target === list && isAtEnd(list)) showNewer(false)
  },
  true,
)

// --- What waits for moderators ---

function countWaiting() {
  const queue = find('[data-list="review"]')
  if (!queue) return
  const detail = { id: 'chat-review', count: queue.children.length }
  document.dispatchEvent(new CustomEvent('live:waiting', { detail }))
}

/** @param {HTMLElement} item */
function review(item) {
  const queue = find('[data-list="review"]')
  if (!queue) return
  document.getElementById(`review-${idOf(item)}`)?.remove()
  const actions = copyOf('chat-review-tools')
  if (item.dataset.review !== undefined && actions) {
    const entry = /** @type {HTMLElement} */ (item.cloneNode(true))
    entry.id = `review-${idOf(item)}`
    setActions(actions, idOf(item))
    entry.querySelector('.chat-body')?.append(actions)
    queue.append(entry)
  }
  countWaiting()
}

document.addEventListener('live:item', (event) => {
  const { detail: item } = /** @type {CustomEvent<HTMLElement>} */ (event)
  const list = listOf()
  if (!list || item.parentElement !== list) return
  review(item)
  if (item.matches('.own')) scrollToEnd()
  else if (!isAtEnd(list)) showNewer(true)
})
document.addEventListener('live:gone', (event) => {
  document.getElementById(`review-${/** @type {CustomEvent<string>} */ (event).detail}`)?.remove()
  countWaiting()
})
document.addEventListener('live:panel', countWaiting)
countWaiting()

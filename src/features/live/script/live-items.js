// The objects on the page: messages, questions, surveys, and their results.
import { elementOf, panel, tell, user } from './live-page.js'
import { countNew } from './live-tabs.js'

/** @typedef {{ kind: string, id: string, html: string | null }} Item An item without HTML is removed. */

const MAX_SHOWN = 200
const ANNOUNCE_MS = 8000

/** @param {Item} item */
export function applyItem({ kind, id, html }) {
  const current = document.getElementById(`${kind}-${id}`)
  if (html === null) {
    current?.remove()
    tell('gone', id)
    return
  }
  const element = elementOf(html)
  /** @type {HTMLElement | null | undefined} */
  const list = panel?.querySelector(`[data-list="${kind}"]`)
  const hadFocus = current?.contains(document.activeElement)
  const { news } = element.dataset
  const isNews = !current || (news !== undefined && news !== current.dataset.news)
  // An element that is not in a list stays where it is.
  if (current && (!list || orderOf(list, current) === orderOf(list, element))) current.replaceWith(element)
  else {
    current?.remove()
    if (list) insert(list, element)
  }
  /** @type {HTMLElement | null} */
  const control = element.querySelector('button, a')
  if (hadFocus) control?.focus()
  mark(element)
  if (isNews && !element.matches('.own')) announce(kind, element)
}

/**
 * Lists are sorted by `data-order`, or by the number that `data-sorted-by` names.
 * @param {HTMLElement} list
 * @param {HTMLElement} element
 */
const orderOf = (list, element) => Number(element.dataset[list.dataset.sortedBy ?? 'order'])

/**
 * Keeps a list sorted.
 * @param {HTMLElement} list
 * @param {HTMLElement} element
 */
function insert(list, element) {
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60
  const order = orderOf(list, element)
  const others = /** @type {HTMLElement[]} */ ([...list.children])
  list.insertBefore(element, others.find((other) => orderOf(list, other) > order) ?? null)
  if (list.dataset.list === 'message') {
    while (list.children.length > MAX_SHOWN) list.firstElementChild?.remove()
    if (isAtEnd) list.scrollTop = list.scrollHeight
  }
}

/**
 * Marks the parts that only this reader sees differently.
 * @param {HTMLElement} root
 */
export function mark(root) {
  tell('item', root)
  /** @type {NodeListOf<HTMLElement>} */
  const written = root.querySelectorAll('[data-author]')
  for (const one of [root, ...written])
    if (user !== '' && one.dataset.author === user) one.classList.add('own')
  /** @type {Iterable<HTMLElement>} */
  const ending = root.matches('[data-until]') ? [root] : root.querySelectorAll('[data-until]')
  for (const notice of ending) {
    const leftMs = Date.parse(notice.dataset.until ?? '') - Date.now()
    setTimeout(() => notice.remove(), Math.max(0, leftMs))
  }
}

// --- Announcements: on the tab of a section that is not shown, and for screen readers ---

/** @type {Map<string, number>} Messages and questions are counted, not read out. */
const unannounced = new Map()

/**
 * @param {string} kind
 * @param {HTMLElement} element
 */
function announce(kind, element) {
  countNew(element)
  const { news } = element.dataset
  if (news !== undefined) return sayText(news)
  if (unannounced.size === 0) setTimeout(sayHowMany, ANNOUNCE_MS)
  unannounced.set(kind, (unannounced.get(kind) ?? 0) + 1)
}

/** @returns {HTMLElement | null | undefined} */
const announcer = () => panel?.querySelector('[data-announcer]')

function sayHowMany() {
  const texts = announcer()?.dataset ?? {}
  sayText([...unannounced].map(([kind, count]) => (texts[kind] ? `${texts[kind]} ${count}` : '')).join(' '))
  unannounced.clear()
}

/** @param {string} text */
function sayText(text) {
  const place = announcer()
  if (place) place.textContent = text
}

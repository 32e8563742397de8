// The panel beside the stage: viewers, and a section for each feature that is live.
import { mark } from './live-items.js'
import { elementOf, page, panel, setPanel, tell } from './live-page.js'
import { chosenSection, removeTabs, scrollToEnd, setUpTabs } from './live-tabs.js'

/** @param {string} [chosen] The section to show. */
export function setUpPanel(chosen) {
  if (!panel) return
  // What is above the page of the talk differs by language, window, and notices.
  page.style.setProperty('--top', `${page.offsetTop}px`)
  /** @type {NodeListOf<HTMLElement>} */
  const refreshing = panel.querySelectorAll('[data-without-script]')
  for (const refresh of refreshing) refresh.hidden = true
  mark(panel)
  /** @type {HTMLElement | null} */
  const bar = panel.querySelector('.live-tabs')
  if (bar) setUpTabs(bar, chosen ?? location.hash.slice(1))
  scrollToEnd(panel)
  panel.querySelector('.live-opener')?.addEventListener('toggle', ({ target }) => {
    if (panel && target === opener()) scrollToEnd(panel)
  })
  openInTime(panel)
  tell('panel')
}

/** @returns {HTMLDetailsElement | null | undefined} The line that opens the panel. */
const opener = () => panel?.querySelector('.live-opener')

// The longest time of a timer.
const MAX_WAIT_MS = 2 ** 31 - 1

/**
 * Shows the panel shortly before the talk.
 * @param {HTMLElement} hidden
 */
function openInTime(hidden) {
  if (!hidden.hidden) return
  const show = () => {
    hidden.hidden = false
    scrollToEnd(hidden)
  }
  const waitMs = Number(hidden.dataset.opens) - Date.now()
  if (waitMs <= MAX_WAIT_MS) setTimeout(show, waitMs)
}

/** @param {string | null} html */
export function replacePanel(html) {
  const typed = [...(panel?.querySelectorAll('textarea') ?? [])].map(({ id, value }) => ({ id, value }))
  const chosen = chosenSection()
  const isOpen = panel !== null && (opener()?.open ?? true)
  const next = html === null ? null : elementOf(html)
  if (panel) panel.replaceWith(...(next ? [next] : []))
  else if (next) page.querySelector('.talk-panel')?.append(next)
  setPanel(next)
  const nextOpener = opener()
  if (nextOpener) nextOpener.open = isOpen
  for (const { id, value } of next ? typed : []) {
    const area = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(id))
    if (area) area.value = value
  }
  setUpPanel(chosen)
}

/**
 * Removes the content of features that were turned off.
 * @param {readonly string[]} features
 */
export function turnOff(features) {
  if (!panel) return
  const chosen = chosenSection()
  for (const feature of features)
    for (const part of panel.querySelectorAll(`#${feature}, #${feature}-tab, [id^="${feature}-review"]`))
      part.remove()
  // It comes back within two seconds if the number or the names are still shown.
  if (features.some((feature) => feature.startsWith('viewers'))) panel.querySelector('.viewers')?.remove()
  const sections = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll('.live-section')])
  if (sections.length === 0 && !panel.querySelector('.viewers')) return replacePanel(null)
  if (sections.length < 2) removeTabs(sections)
  setUpPanel(chosen)
}

/** @param {string} html */
export function showViewers(html) {
  const next = elementOf(html)
  const current = panel?.querySelector('.viewers')
  const count = current?.querySelector('.viewers-count')
  // A focused link must not disappear.
  if (current?.contains(document.activeElement) && count)
    count.replaceWith(next.querySelector('.viewers-count') ?? count)
  else if (current) current.replaceWith(next)
  else if (panel) panel.insertBefore(next, opener()?.nextSibling ?? panel.firstChild)
}

/** @returns {HTMLElement | null | undefined} */
const status = () => panel?.querySelector('.live-status')

/** The text that says that the connection is lost. */
export const lostText = () => status()?.dataset.lost ?? ''

/** @param {boolean} isLost */
export function showLost(isLost) {
  const shown = status()
  if (!shown) return
  shown.hidden = !isLost
  shown.textContent = isLost ? lostText() : ''
}

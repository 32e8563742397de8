// The tabs of the panel. Without scripts, its sections are below each other.
import { panel } from './live-page.js'

/** The section whose tab is selected. */
export function chosenSection() {
  /** @type {HTMLElement | null | undefined} */
  const tab = panel?.querySelector('[role="tab"][aria-selected="true"]')
  return tab?.dataset.section
}

/**
 * @param {HTMLElement} bar
 * @param {string} chosen The id of the section to show. The first one is shown if there is none.
 */
export function setUpTabs(bar, chosen) {
  const tabs = /** @type {HTMLElement[]} */ ([...bar.children]).map((tab) => ({
    tab,
    section: sectionOf(tab),
  }))
  for (const { section } of tabs) {
    section.setAttribute('role', 'tabpanel')
    section.setAttribute('aria-labelledby', `${section.id}-tab`)
    section.querySelector('h2')?.classList.add('visually-hidden')
  }
  /** @param {(typeof tabs)[number] | undefined} selected */
  const select = (selected) => {
    if (!selected) return
    for (const { tab, section } of tabs) {
      const isSelected = tab === selected.tab
      tab.setAttribute('aria-selected', String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
      section.hidden = !isSelected
      if (isSelected && tab.dataset.waiting === undefined) setCount(tab, 0)
    }
    scrollToEnd(selected.section)
  }
  // Not listeners, because a bar that lost a tab is set up again.
  bar.onclick = ({ target }) => select(tabs.find(({ tab }) => target instanceof Node && tab.contains(target)))
  bar.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (!step) return
    const focused = tabs.findIndex(({ tab }) => tab === document.activeElement)
    const next = tabs[(focused + step + tabs.length) % tabs.length]
    select(next)
    next?.tab.focus()
  }
  select(tabs.find(({ section }) => section.id === chosen) ?? tabs[0])
}

/**
 * Shows on the tab of a section that something is new in it, unless the section is shown.
 * @param {HTMLElement} element
 */
export function countNew(element) {
  const section = element.closest('.live-section')
  /** @type {HTMLElement | null} */
  const tab = section && document.getElementById(`${section.id}-tab`)
  if (tab?.getAttribute('aria-selected') === 'false') setCount(tab, Number(badgeOf(tab)?.textContent) + 1)
}

/**
 * @param {HTMLElement} tab
 * @returns {HTMLElement | null}
 */
const badgeOf = (tab) => tab.querySelector('.tab-new')

/**
 * @param {HTMLElement} tab
 * @param {number} count
 */
function setCount(tab, count) {
  const badge = badgeOf(tab)
  if (!badge) return
  badge.hidden = count === 0
  badge.textContent = count === 0 ? '' : String(count)
  if (count === 0) tab.removeAttribute('aria-label')
  else tab.setAttribute('aria-label', `${badge.dataset.label} ${count}`)
}

// A tab that counts what waits keeps its number.
document.addEventListener('live:waiting', (event) => {
  const { id, count } = /** @type {CustomEvent<{ id: string, count: number }>} */ (event).detail
  const tab = document.getElementById(`${id}-tab`)
  if (!tab) return
  tab.dataset.waiting = ''
  setCount(tab, count)
})

/** @param {HTMLElement} tab */
const sectionOf = (tab) => /** @type {HTMLElement} */ (document.getElementById(tab.dataset.section ?? ''))

/**
 * Shows the latest messages.
 * @param {HTMLElement} root
 */
export function scrollToEnd(root) {
  for (const list of root.querySelectorAll('[data-list="message"]')) list.scrollTop = list.scrollHeight
}

/** @param {readonly HTMLElement[]} sections The only one, or none. */
export function removeTabs(sections) {
  panel?.querySelector('.live-tabs')?.remove()
  for (const section of sections) {
    section.hidden = false
    section.removeAttribute('role')
    section.setAttribute('aria-labelledby', `${section.id}-heading`)
    section.querySelector('h2')?.classList.remove('visually-hidden')
  }
}

addEventListener('hashchange', () => {
  const tabs = /** @type {HTMLElement[]} */ ([...(panel?.querySelectorAll('[role="tab"]') ?? [])])
  tabs.find(({ dataset }) => dataset.section === location.hash.slice(1))?.click()
})

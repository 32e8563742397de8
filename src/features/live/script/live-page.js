// The page of a talk: what it says about itself, and its panel.

/** The article of the talk. It contains a panel if a feature is live. */
export const page = /** @type {HTMLElement} */ (document.querySelector('[data-talk]'))
export const { lang } = document.documentElement
export const { talk = '', user = '', csrf = '' } = page.dataset

/** @type {HTMLElement | null} */
export let panel = document.querySelector('#live')

/** @param {HTMLElement | null} next */
export function setPanel(next) {
  panel = next
}

/** @param {string} html */
export function elementOf(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const element = /** @type {HTMLElement} */ (template.content.firstElementChild)
  // Streams are the same for everyone, so their forms have no token.
  /** @type {NodeListOf<HTMLInputElement>} */
  const tokens = element.querySelectorAll('[name="_csrf"]')
  for (const input of tokens) input.value = csrf
  return element
}

/**
 * Tells the other scripts of the page.
 * @param {'gone' | 'item' | 'panel' | 'sent' | 'stage' | 'voted'} what
 * @param {unknown} [detail]
 */
export const tell = (what, detail) => document.dispatchEvent(new CustomEvent(`live:${what}`, { detail }))

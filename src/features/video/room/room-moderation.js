// What moderators do on stage: raised hands, invitations, people they have removed, and the lock of the stage.

/** @import { Named, RoomState } from './room-connection.js' */
/** @import { Moderate } from './room-people.js' */

const LISTS = /** @type {const} */ (['hands', 'invited', 'removed'])

/**
 * @param {HTMLElement} page
 * @param {Moderate} moderate
 */
export function openModeration(page, moderate) {
  const moderation = page.querySelector('[data-moderation]')
  const dialog = /** @type {HTMLDialogElement | undefined} */ (moderation?.querySelector('[data-dialog]'))
  moderation?.addEventListener('click', ({ target }) => {
    /** @type {HTMLElement | null} */
    const button = target instanceof Element ? target.closest('button') : null
    const { do: what, stage, ask } = button?.dataset ?? {}
    if (ask !== undefined) dialog?.showModal()
    if (stage) moderate('', stage)
    if (what) moderate(button?.closest('li')?.dataset.person ?? '', what)
  })
}

/**
 * @param {HTMLElement} page
 * @param {RoomState} state
 */
export function showModeration(page, state) {
  /** @type {HTMLElement | null} */
  const moderation = page.querySelector('[data-moderation]')
  if (!moderation) return
  moderation.hidden = false
  for (const name of LISTS) {
    const section = /** @type {HTMLElement} */ (moderation.querySelector(`[data-list="${name}"]`))
    showList(section, state[name] ?? [])
  }
  const buttonOf = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (moderation.querySelector(`[data-stage="${name}"]`))
  buttonOf('lock').hidden = state.isLocked === true
  buttonOf('unlock').hidden = state.isLocked !== true
}

/**
 * @param {HTMLElement} section
 * @param {readonly Named[]} people
 */
function showList(section, people) {
  const list = /** @type {HTMLElement} */ (section.querySelector('ol'))
  const template = /** @type {HTMLTemplateElement} */ (section.querySelector('template'))
  const count = /** @type {HTMLElement} */ (section.querySelector('[data-count]'))
  /** @type {HTMLElement | null} */
  const empty = section.querySelector('[data-empty]')
  count.textContent = String(people.length)
  count.hidden = people.length === 0
  if (empty) empty.hidden = people.length > 0
  else section.hidden = people.length === 0
  /** @type {NodeListOf<HTMLElement>} */
  const shown = list.querySelectorAll('li')
  const byPerson = new Map([...shown].map((item) => [item.dataset.person, item]))
  const items = people.map((one) => byPerson.get(one.person) ?? newEntry(template, one))
  // A focused button keeps the focus, because its item stays where it is.
  for (const item of shown) if (!items.includes(item)) item.remove()
  for (const [index, item] of items.entries())
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
}

/**
 * @param {HTMLTemplateElement} template
 * @param {Named} one
 */
function newEntry(template, { person, name }) {
  const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
  const item = /** @type {HTMLElement} */ (copy.firstElementChild)
  item.dataset.person = person
  const label = /** @type {HTMLElement} */ (item.querySelector('[data-name]'))
  label.textContent = name
  nameButtons(item, name)
  return item
}

/**
 * Names the person in the names of buttons.
 * @param {HTMLElement} item
 * @param {string} name
 */
export function nameButtons(item, name) {
  for (const button of item.querySelectorAll('button'))
    button.setAttribute('aria-label', `${button.textContent}: ${name}`)
}

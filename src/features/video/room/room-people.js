// The list of the people on stage, with what moderators can do.
import { initialsOf } from './initials.js'
import { nameButtons } from './room-moderation.js'

/** @import { OnStage, RoomState } from './room-connection.js' */
/** @typedef {(person: string, what: string) => void} Moderate */

/**
 * @param {HTMLElement} page
 * @param {RoomState | undefined} state Undefined outside the room.
 * @param {Moderate} moderate
 */
export function showPeople(page, state, moderate) {
  const list = /** @type {HTMLElement} */ (page.querySelector('[data-people]'))
  const template = /** @type {HTMLTemplateElement} */ (page.querySelector('template[data-person]'))
  const nobody = /** @type {HTMLElement} */ (page.querySelector('[data-nobody]'))
  const people = state?.people ?? []
  nobody.hidden = people.length > 0
  /** @type {NodeListOf<HTMLElement>} */
  const shown = list.querySelectorAll('[data-seat]')
  const bySeat = new Map([...shown].map((item) => [item.dataset.seat, item]))
  const items = people.map((person) => {
    const item = bySeat.get(person.seat) ?? newItem(template, person, moderate)
    fill(item, person, person.seat === state?.you)
    item.setAttribute('aria-current', String(person.seat === state?.speaking))
    return item
  })
  // A focused button keeps the focus, because its item stays where it is.
  for (const item of shown) if (!items.includes(item)) item.remove()
  for (const item of items) if (!item.isConnected) list.append(item)
}

/**
 * @param {HTMLTemplateElement} template
 * @param {OnStage} person
 * @param {Moderate} moderate
 */
function newItem(template, { seat, name, person = '' }, moderate) {
  const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
  const item = /** @type {HTMLElement} */ (copy.firstElementChild)
  item.dataset.seat = seat
  nameButtons(item, name)
  item.addEventListener('click', ({ target }) => {
    /** @type {HTMLElement | null} */
    const button = target instanceof Element ? target.closest('[data-do]') : null
    if (button?.dataset.do) moderate(person, button.dataset.do)
  })
  return item
}

/**
 * @param {HTMLElement} item
 * @param {OnStage} person
 * @param {boolean} isOwn
 */
function fill(item, { name, on, blocked }, isOwn) {
  const isMuted = blocked.includes('microphone')
  /** @type {NodeListOf<HTMLElement>} */
  const parts = item.querySelectorAll(
    '[data-name], [data-initials], [data-own], [data-kind], [data-muted], [data-do]',
  )
  for (const part of parts) {
    const { kind, do: what } = part.dataset
    if ('name' in part.dataset) part.textContent = name
    else if ('initials' in part.dataset) part.textContent = initialsOf(name)
    else if ('own' in part.dataset) part.hidden = !isOwn
    else if (kind) part.hidden = !on.some((one) => one === kind)
    else if ('muted' in part.dataset) part.hidden = !isMuted
    else if (what === 'mute') part.hidden = isMuted
    else if (what === 'unmute') part.hidden = !isMuted
    else if (what === 'stop_screen') part.hidden = !on.includes('screen')
  }
}

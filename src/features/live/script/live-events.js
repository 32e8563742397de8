// The events of the stream.
import { applyItem } from './live-items.js'
import { elementOf, page, talk, tell } from './live-page.js'
import { replacePanel, showViewers, turnOff } from './live-panel.js'

/** @import { Item } from './live-items.js' */

/**
 * @typedef {{ talk: string, off?: string[], items: Item[] }} Change
 * @typedef {{ talk: string, snapshot: string | null, own?: { voted: string[], items: Item[] } }} Reset
 * @typedef {{ talk: string, html: string }} Viewers
 * @typedef {{ talk: string, html: string[], phase: string, now: number, clockOffset: number, spreadMs: number }} Stage
 * @typedef {(
 *   | { name: 'change', data: Change }
 *   | { name: 'reset', data: Reset }
 *   | { name: 'closed', data: { talk: string } }
 *   | { name: 'viewers', data: Viewers }
 *   | { name: 'stage', data: Stage }
 * )} LiveEvent
 */

/** What the page shows (`live-positions.js`). */
export let position = page.dataset.position ?? ''

/**
 * @param {LiveEvent} event
 * @param {string | undefined} reached The position of the page after the event.
 */
export function applyEvent({ name, data }, reached) {
  if (data.talk !== talk) return
  if (name === 'change') {
    if (data.off) turnOff(data.off)
    for (const item of data.items) applyItem(item)
  }
  if (name === 'reset') startOver(data)
  if (name === 'closed') replacePanel(null)
  if (name === 'viewers') showViewers(data.html)
  if (name === 'stage') changeStage(data)
  if (reached !== undefined) position = reached
}

/**
 * A snapshot is the same for everyone. `own` is what this reader sees differently.
 * @param {Reset} data
 */
function startOver({ snapshot, own }) {
  replacePanel(snapshot)
  if (!own) return
  tell('voted', own.voted)
  for (const item of own.items) applyItem(item)
}

/**
 * Replaces the parts of the stage that differ. A playing video is left alone.
 * @param {Stage} data
 */
function changeStage({ html, phase, clockOffset, spreadMs }) {
  page.dataset.phase = phase
  page.dataset.clockOffset = String(clockOffset)
  for (const element of html.map(elementOf)) {
    const current = document.getElementById(element.id)
    const { key } = element.dataset
    if (!current || (key !== undefined && key === current.dataset.key)) continue
    // Spreads the players of a large audience over time.
    if (key !== undefined) current.dataset.key = key
    const waitMs = element.querySelector('iframe') ? Math.random() * spreadMs : 0
    setTimeout(() => {
      if (current.dataset.key === key) current.replaceChildren(...element.childNodes)
      tell('stage')
    }, waitMs)
  }
}

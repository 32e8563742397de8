// The tab that holds the stream, for all tabs of a browser in one language.
import { applyEvent } from './live-events.js'
import { lang, talk } from './live-page.js'
import { showLost } from './live-panel.js'
import { earlier, positionsIn } from './live-positions.js'

/**
 * @import { LiveEvent, Stage } from './live-events.js'
 * @import { Positions } from './live-positions.js'
 */

/**
 * @typedef {{ from: string, talk: string, position: string, user: string }} Tab
 * @typedef {(
 *   | { type: 'event', positions: Positions } & LiveEvent
 *   | { type: 'lost', isLost: boolean }
 *   | { type: 'who' }
 *   | { type: 'follow' } & Tab
 *   | { type: 'leave', from: string }
 * )} Message Between tabs.
 */

const MIN_RETRY_MS = 1000
const MAX_RETRY_MS = 15_000

export class Leader {
  #say
  #user
  /** @type {Map<string, string>} The talks by tab. */
  #tabs = new Map()
  /** @type {Positions} */
  #positions = {}
  /** @type {EventSource | undefined} */
  #source
  #retryMs = MIN_RETRY_MS
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #opening
  /** @type {Map<string, Stage>} The last event about the stage of each talk, for tabs that join later. */
  #stages = new Map()

  /**
   * @param {Tab} tab
   * @param {(message: Message) => void} say
   */
  constructor(tab, say) {
    this.#say = say
    this.#user = tab.user
    this.add(tab)
    say({ type: 'who' })
  }

  /** @param {Tab} tab */
  add({ from, talk: followed, position: reached, user: name }) {
    this.#tabs.set(from, followed)
    const known = this.#positions[followed]
    this.#positions[followed] = known === undefined ? reached : earlier(reached, known)
    const isNew = this.#positions[followed] !== known || name !== this.#user
    this.#user = name
    if (isNew) this.#openSoon()
    const stage = this.#stages.get(followed)
    if (stage) this.#say({ type: 'event', name: 'stage', data: stage, positions: {} })
  }

  /** @param {string} from */
  remove(from) {
    const followed = this.#tabs.get(from)
    this.#tabs.delete(from)
    if (followed === undefined || [...this.#tabs.values()].includes(followed)) return
    delete this.#positions[followed]
    this.#stages.delete(followed)
    this.#openSoon()
  }

  /** Lets tabs that open together share one new stream. */
  #openSoon() {
    this.#opening ??= setTimeout(() => {
      this.#opening = undefined
      this.#open()
    }, 80)
  }

  #open() {
    this.#source?.close()
    const talks = Object.entries(this.#positions).map(([id, reached]) => `${id}:${reached}`)
    const source = new EventSource(`/live/stream?lang=${lang}&talks=${talks.join(',')}`)
    this.#source = source
    for (const name of ['change', 'reset', 'closed', 'stage', 'viewers'])
      source.addEventListener(name, ({ data, lastEventId }) =>
        this.#pass(/** @type {LiveEvent} */ ({ name, data: JSON.parse(data) }), positionsIn(lastEventId)),
      )
    source.addEventListener('open', () => {
      this.#retryMs = MIN_RETRY_MS
      this.#showLost(false)
    })
    source.addEventListener('error', () => {
      this.#showLost(true)
      if (source.readyState !== EventSource.CLOSED || source !== this.#source) return
      // The browser does not try again after an error response.
      setTimeout(() => source === this.#source && this.#open(), this.#retryMs * (0.5 + Math.random()))
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
    })
  }

  /**
   * @param {LiveEvent} event
   * @param {Positions} positions
   */
  #pass(event, positions) {
    Object.assign(this.#positions, positions)
    if (event.name === 'stage') {
      event.data.clockOffset = event.data.now - Date.now()
      this.#stages.set(event.data.talk, event.data)
    }
    this.#say({ type: 'event', ...event, positions })
    applyEvent(event, positions[talk])
  }

  /** @param {boolean} isLost */
  #showLost(isLost) {
    this.#say({ type: 'lost', isLost })
    showLost(isLost)
  }
}

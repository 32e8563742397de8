// Keeps the live content of a talk up to date. All tabs of a browser in one language share a stream: one tab, the
// leader, holds it and passes its events on, because browsers allow only six connections per host.
import './live-dialog.js'
import './live-forms.js'
import { applyEvent, position } from './live-events.js'
import { Leader } from './live-leader.js'
import { lang, talk, user } from './live-page.js'
import { setUpPanel, showLost } from './live-panel.js'

/** @import { Message } from './live-leader.js' */

const CHANNEL = `lectern-live-${lang}`

const tabId = crypto.randomUUID()
const thisTab = () => ({ from: tabId, talk, position, user })

/** @type {Leader | undefined} */
let leader
const channel = new BroadcastChannel(CHANNEL)

/** @param {Message} message */
const say = (message) => channel.postMessage(message)
const follow = () => say({ type: 'follow', ...thisTab() })

channel.addEventListener('message', (/** @type {MessageEvent<Message>} */ { data: message }) => {
  if (message.type === 'event') applyEvent(message, message.positions[talk])
  if (message.type === 'lost') showLost(message.isLost)
  if (message.type === 'who') follow()
  if (message.type === 'follow') leader?.add(message)
  if (message.type === 'leave') leader?.remove(message.from)
})

/** Parts of the panel that only recordings need. */
function loadScripts() {
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('#live [data-script]')
  ))
    import(dataset.script ?? '')
}

document.addEventListener('live:watched', loadScripts, { once: true })
setUpPanel()
follow()
addEventListener('pagehide', () => say({ type: 'leave', from: tabId }))
addEventListener('pageshow', ({ persisted }) => persisted && follow())
// Held until the tab closes. Then another tab leads.
navigator.locks.request(CHANNEL, () => {
  leader = new Leader(thisTab(), say)
  return new Promise(() => {})
})

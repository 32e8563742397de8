// Keeps the live content of a talk up to date. All tabs of a browser in one language share a stream: one tab, the
// leader, holds it and passes its events on, because browsers allow only six connections per host.
const { lang } = document.documentElement
const CHANNEL = `lectern-live-${lang}`
const MAX_SHOWN = 200
const MIN_RETRY_MS = 1000
const MAX_RETRY_MS = 15_000
const ANNOUNCE_MS = 8000

const tabId = crypto.randomUUID()
/** The article of the talk. It contains a panel if a feature is live. */
const page = document.querySelector('[data-talk]')
let panel = document.querySelector('#live')
const { talk, user = '' } = page.dataset
const csrf = page.dataset.csrf ?? ''
/**
 * `<number>:<key>`: the last change that the page shows, and a digest of the features and audience it was rendered for.
 */
let { position } = page.dataset

// --- Events of the stream ---

function applyEvent(name, data, reached) {
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

function applyItem({ kind, id, html }) {
  const elementId = `${kind}-${id}`
  const current = document.getElementById(elementId)
  if (html === null) {
    current?.remove()
    return
  }
  const element = elementOf(html)
  const list = panel?.querySelector(`[data-list="${kind}"]`)
  const hadFocus = current?.contains(document.activeElement)
  // An element that is not in a list stays where it is.
  if (current && (!list || orderOf(list, current) === orderOf(list, element))) current.replaceWith(element)
  else {
    current?.remove()
    insert(list, element)
    if (!current) announce(kind)
  }
  if (hadFocus) element.querySelector('button, a')?.focus()
  mark(element)
}

function elementOf(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const element = template.content.firstElementChild
  // Streams are the same for everyone, so their forms have no token.
  for (const input of element.querySelectorAll('[name="_csrf"]')) input.value = csrf
  return element
}

function showViewers(html) {
  const next = elementOf(html)
  const current = panel?.querySelector('.viewers')
  const count = current?.querySelector('.viewers-count')
  // A focused link must not disappear.
  if (current?.contains(document.activeElement) && count)
    count.replaceWith(next.querySelector('.viewers-count') ?? count)
  else if (current) current.replaceWith(next)
  else panel?.prepend(next)
}

/** Lists are sorted by `data-order`, or by the number that `data-sorted-by` names. */
const orderOf = (list, element) => Number(element.dataset[list?.dataset.sortedBy ?? 'order'])

/** Keeps a list sorted. */
function insert(list, element) {
  if (!list) return
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60
  const order = orderOf(list, element)
  const next = [...list.children].find((other) => orderOf(list, other) > order)
  list.insertBefore(element, next ?? null)
  if (list.dataset.list === 'message') {
    while (list.children.length > MAX_SHOWN) list.firstElementChild.remove()
    if (isAtEnd) list.scrollTop = list.scrollHeight
  }
}

/** Marks the parts that only this reader sees differently. */
function mark(root) {
  document.dispatchEvent(new CustomEvent('live:item', { detail: root }))
  for (const one of [root, ...root.querySelectorAll('[data-author]')])
    if (user !== '' && one.dataset.author === user) one.classList.add('own')
  const until = root.matches('[data-until]') ? [root] : root.querySelectorAll('[data-until]')
  for (const notice of until) {
    const leftMs = new Date(notice.dataset.until) - Date.now()
    setTimeout(() => notice.remove(), Math.max(0, leftMs))
  }
}

/** A snapshot is the same for everyone. `own` is what this reader sees differently. */
function startOver({ snapshot, own }) {
  replacePanel(snapshot)
  if (!own) return
  document.dispatchEvent(new CustomEvent('live:voted', { detail: own.voted }))
  for (const item of own.items) applyItem(item)
}

function replacePanel(html) {
  const typed = [...(panel?.querySelectorAll('textarea') ?? [])].map(({ id, value }) => [id, value])
  const chosen = panel?.querySelector('[role="tab"][aria-selected="true"]')?.dataset.section
  const next = html === null ? null : elementOf(html)
  if (panel) panel.replaceWith(...(next ? [next] : []))
  else if (next) page.querySelector('.talk-aside')?.prepend(next)
  panel = next
  if (!panel) return
  for (const [id, value] of typed) {
    const area = document.getElementById(id)
    if (area) area.value = value
  }
  setUpPanel(chosen)
}

/** Removes the content of features that were turned off. */
function turnOff(features) {
  if (!panel) return
  const chosen = panel.querySelector('[role="tab"][aria-selected="true"]')?.dataset.section
  for (const feature of features)
    for (const id of [feature, `${feature}-tab`]) panel.querySelector(`#${id}`)?.remove()
  // It comes back within two seconds if the number or the names are still shown.
  if (features.some((feature) => feature.startsWith('viewers'))) panel.querySelector('.viewers')?.remove()
  const sections = [...panel.querySelectorAll('.live-section')]
  if (sections.length === 0 && !panel.querySelector('.viewers')) return replacePanel(null)
  if (sections.length < 2) removeTabs(sections)
  setUpPanel(chosen)
}

function removeTabs(sections) {
  panel.querySelector('.live-tabs')?.remove()
  for (const section of sections) {
    section.hidden = false
    section.removeAttribute('role')
    section.setAttribute('aria-labelledby', `${section.id}-heading`)
    section.querySelector('h2').classList.remove('visually-hidden')
  }
}

// --- The stage ---

/** Replaces the parts of the stage that differ. A playing video is left alone. */
function changeStage({ html, phase, clockOffset, spreadMs }) {
  page.dataset.phase = phase
  page.dataset.clockOffset = clockOffset
  for (const element of html.map(elementOf)) {
    const current = document.getElementById(element.id)
    const { key } = element.dataset
    if (!current || (key !== undefined && key === current.dataset.key)) continue
    // Spreads the players of a large audience over time.
    if (key !== undefined) current.dataset.key = key
    const waitMs = element.querySelector('iframe') ? Math.random() * spreadMs : 0
    setTimeout(() => {
      if (current.dataset.key === key) current.replaceChildren(...element.childNodes)
      document.dispatchEvent(new CustomEvent('live:stage'))
    }, waitMs)
  }
}

// --- Announcements for screen readers: the number of new items, not each one ---

let unannounced = 0
function announce(kind) {
  if (kind !== 'message') return
  if (unannounced === 0) setTimeout(sayHowMany, ANNOUNCE_MS)
  unannounced += 1
}

function sayHowMany() {
  const announcer = panel?.querySelector('[data-announcer]')
  if (announcer) announcer.textContent = `${announcer.dataset.new} ${unannounced}`
  unannounced = 0
}

function showLost(isLost) {
  const status = panel?.querySelector('.live-status')
  if (!status) return
  status.hidden = !isLost
  status.textContent = isLost ? status.dataset.lost : ''
}

// --- The panel: tabs for its sections, and the end of the chat ---

function setUpPanel(chosen) {
  if (!panel) return
  for (const refresh of panel.querySelectorAll('[data-without-script]')) refresh.hidden = true
  mark(panel)
  const bar = panel.querySelector('.live-tabs')
  if (bar) setUpTabs(bar, chosen ?? location.hash.slice(1))
  for (const list of panel.querySelectorAll('[data-list="message"]')) list.scrollTop = list.scrollHeight
  document.dispatchEvent(new CustomEvent('live:panel'))
}

function setUpTabs(bar, chosen) {
  const tabs = [...bar.children]
  const sections = tabs.map(({ dataset }) => document.getElementById(dataset.section))
  for (const section of sections) {
    section.setAttribute('role', 'tabpanel')
    section.setAttribute('aria-labelledby', `${section.id}-tab`)
    section.querySelector('h2').classList.add('visually-hidden')
  }
  const select = (index) => {
    tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === index))
      tab.tabIndex = at === index ? 0 : -1
      sections[at].hidden = at !== index
    })
    for (const list of sections[index].querySelectorAll('[data-list="message"]'))
      list.scrollTop = list.scrollHeight
  }
  // Not listeners, because a bar that lost a tab is set up again.
  bar.onclick = ({ target }) => {
    if (tabs.includes(target)) select(tabs.indexOf(target))
  }
  bar.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length
    select(next)
    tabs[next].focus()
  }
  select(
    Math.max(
      0,
      sections.findIndex(({ id }) => id === chosen),
    ),
  )
}

addEventListener('hashchange', () => {
  const tabs = [...(panel?.querySelectorAll('[role="tab"]') ?? [])]
  tabs.find(({ dataset }) => dataset.section === location.hash.slice(1))?.click()
})

// --- Forms: sent without leaving the page ---

addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.closest('#live, .live-dialog') || form.dataset.opensPage) return
  event.preventDefault()
  const body = new URLSearchParams(new FormData(form, event.submitter))
  const buttons = [...form.querySelectorAll('button')]
  for (const button of buttons) button.disabled = true
  try {
    const { submitter } = event
    const response = await fetch(submitter?.hasAttribute('formaction') ? submitter.formAction : form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
    })
    // The session has ended.
    if (response.redirected) return location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`)
    const answer = await response.json()
    showProblem(form, response.ok ? '' : (answer.errors?.[0]?.message ?? answer.message ?? answer.detail))
    if (!response.ok) return
    for (const item of answer.items ?? []) {
      applyItem(item)
      document.getElementById(`${item.kind}-${item.id}`)?.focus()
    }
    // Text typed after sending has not been sent.
    for (const field of form.querySelectorAll('textarea, input:is([type=text], :not([type]))'))
      if (field.value === body.get(field.name)) field.value = ''
    form.closest('dialog')?.close()
    document.dispatchEvent(new CustomEvent('live:sent', { detail: answer }))
  } catch {
    showProblem(form, panel?.querySelector('.live-status')?.dataset.lost ?? '')
  } finally {
    for (const button of buttons) button.disabled = false
    form.querySelector('textarea')?.focus()
  }
})

function showProblem(form, text) {
  let place = form.querySelector('.form-problem')
  if (!place) {
    place = document.createElement('p')
    place.className = 'form-problem'
    place.setAttribute('role', 'alert')
    form.prepend(place)
  }
  place.textContent = text
  place.hidden = text === ''
}

addEventListener('keydown', (event) => {
  const { target } = event
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  if (!target.matches?.('[data-submit-on-enter]')) return
  event.preventDefault()
  if (target.value.trim() !== '') target.form.requestSubmit()
})

// --- The page of an object, as a dialog ---

addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-dialog]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const response = await fetch(link.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!response?.ok) return location.assign(link.href)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const content = page.querySelector('[data-dialog-content]')
  if (!content) return location.assign(link.href)
  const dialog = document.createElement('dialog')
  dialog.className = 'live-dialog'
  dialog.setAttribute('aria-label', page.querySelector('h1')?.textContent ?? '')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'live-dialog-close'
  close.textContent = '×'
  close.setAttribute('aria-label', panel?.dataset.close ?? '')
  close.addEventListener('click', () => dialog.close())
  dialog.append(close, content)
  const placeId = link.closest('[id]')?.id ?? ''
  dialog.addEventListener('close', () => {
    dialog.remove()
    // The element of the link may have changed in the meantime.
    const current = link.isConnected
      ? link
      : document.getElementById(placeId)?.querySelector('a[data-dialog]')
    current?.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
})

// --- One stream for all tabs ---

const channel = new BroadcastChannel(CHANNEL)
const say = (message) => channel.postMessage({ ...message, from: tabId })

channel.addEventListener('message', ({ data: message }) => {
  if (message.type === 'event') applyEvent(message.name, message.data, message.positions[talk])
  if (message.type === 'lost') showLost(message.isLost)
  if (message.type === 'who') follow()
  if (leader && message.type === 'follow') leader.add(message)
  if (leader && message.type === 'leave') leader.remove(message.from)
})

const follow = () => say({ type: 'follow', talk, position, user })

/** The position from which the shared stream serves both tabs. If their digests differ, both start over. */
function earlier(one, other) {
  const [[number, key], [otherNumber, otherKey]] = [one.split(':'), other.split(':')]
  return `${Math.min(number, otherNumber)}:${key === otherKey ? key : 'other'}`
}

/** The tab that holds the stream. */
class Leader {
  #tabs = new Map()
  #positions = {}
  #user = user
  #source
  #retryMs = MIN_RETRY_MS
  #opening
  /** The last event about the stage of each talk, for tabs that join later. */
  #stages = new Map()

  constructor() {
    this.add({ from: tabId, talk, position, user })
    say({ type: 'who' })
  }

  add({ from, talk: followed, position: reached, user: name }) {
    this.#tabs.set(from, followed)
    const known = this.#positions[followed]
    this.#positions[followed] = known === undefined ? reached : earlier(reached, known)
    const isNew = this.#positions[followed] !== known || name !== this.#user
    this.#user = name
    if (isNew) this.#openSoon()
    const stage = this.#stages.get(followed)
    if (stage) say({ type: 'event', name: 'stage', data: stage, positions: {} })
  }

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
        this.#pass(name, JSON.parse(data), lastEventId),
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

  #pass(name, data, lastEventId) {
    const positions = Object.fromEntries(
      lastEventId
        .split(',')
        .filter((pair) => pair !== '')
        .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
    )
    Object.assign(this.#positions, positions)
    if (name === 'stage') {
      data.clockOffset = data.now - Date.now()
      this.#stages.set(data.talk, data)
    }
    say({ type: 'event', name, data, positions })
    applyEvent(name, data, positions[talk])
  }

  #showLost(isLost) {
    say({ type: 'lost', isLost })
    showLost(isLost)
  }
}

let leader
setUpPanel()
follow()
addEventListener('pagehide', () => say({ type: 'leave' }))
addEventListener('pageshow', ({ persisted }) => persisted && follow())
// Held until the tab closes. Then another tab leads.
navigator.locks.request(CHANNEL, () => {
  leader = new Leader()
  return new Promise(() => {})
})

// Stars of talks. They are kept in the browser for visitors without an account, and in the account for signed-in users.
// After a sign-in, the next page with stars moves those of the browser into the account.
const KEY = 'favorites'
/** The limit of an account. */
const MAX_FAVORITES = 1_000

const form = document.getElementById('favorites')
const isMember = form.method === 'post'
const status = document.createElement('p')
status.className = 'star-status'
status.setAttribute('role', 'status')
form.after(status)

// --- The browser's storage, which people can block ---

function kept() {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

function keep(ids) {
  try {
    if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids))
    else localStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}

// --- What the page shows ---

function paint(button, isOn) {
  if ((button.getAttribute('aria-pressed') === 'true') === isOn) return
  button.name = isOn ? 'remove' : 'add'
  button.setAttribute('aria-pressed', String(isOn))
}

const starsOf = (id) => document.querySelectorAll(`.star[value="${CSS.escape(id)}"]`)
const paintTalk = (id, isOn) => {
  for (const button of starsOf(id)) paint(button, isOn)
}

function paintAll(ids) {
  const on = new Set(ids)
  for (const button of document.querySelectorAll('.star')) paint(button, on.has(button.value))
}

let hiding
function say(text) {
  status.textContent = text
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    status.textContent = ''
  }, 6_000)
}

// --- Changes ---

function changeInBrowser(id, isOn) {
  const others = kept().filter((one) => one !== id)
  if (isOn && others.length >= MAX_FAVORITES) return say(form.dataset.full)
  if (!keep(isOn ? [...others, id] : others)) return say(form.dataset.failed)
  paintTalk(id, isOn)
}

async function send(fields) {
  const body = new URLSearchParams(new FormData(form))
  for (const [name, value] of fields) body.append(name, value)
  const headers = { accept: 'application/json' }
  const response = await fetch(form.action, { method: 'POST', body, headers, redirect: 'manual' })
  // The session has ended. The star waits in the browser until the next sign-in.
  if (response.type === 'opaqueredirect') return null
  if (!response.ok) throw new Error(`Refused with ${response.status}.`)
  return response.json()
}

// Requests run one after another, so that the last click on a star wins.
let sending = Promise.resolve()
function changeInAccount(id, isOn) {
  paintTalk(id, isOn)
  sending = sending.then(async () => {
    try {
      const answer = await send([[isOn ? 'add' : 'remove', id]])
      if (answer === null) {
        if (isOn) keep([...kept().filter((one) => one !== id), id])
        location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
      } else if (answer.left.length > 0) {
        paintTalk(id, false)
        say(form.dataset.full)
      }
    } catch {
      paintTalk(id, !isOn)
      say(form.dataset.failed)
    }
  })
}

addEventListener('click', (event) => {
  const button = event.target.closest?.('.star')
  if (!button) return
  event.preventDefault()
  const change = isMember ? changeInAccount : changeInBrowser
  change(button.value, button.getAttribute('aria-pressed') !== 'true')
})

// --- Changes of other pages ---

/** Pages that the browser kept show the stars from when they were loaded. */
async function refresh() {
  if (!isMember) return paintAll(kept())
  const response = await fetch(form.action, { headers: { accept: 'application/json' }, redirect: 'manual' })
  if (response.ok) paintAll((await response.json()).ids)
}

async function moveIntoAccount() {
  const ids = kept()
  if (ids.length === 0) return
  const answer = await send(ids.map((id) => ['add', id]))
  if (!answer) return
  keep(answer.left)
  paintAll(answer.ids)
  dispatchEvent(new Event('favorites:moved'))
}

const [navigation] = performance.getEntriesByType('navigation')
if (!isMember || navigation?.type === 'back_forward') refresh().catch(() => {})
if (isMember) moveIntoAccount().catch(() => {})
addEventListener('pageshow', (event) => {
  if (event.persisted) refresh().catch(() => {})
})
addEventListener('storage', ({ key }) => {
  if (key === KEY && !isMember) paintAll(kept())
})
addEventListener('favorites:shown', () => paintAll(kept()))

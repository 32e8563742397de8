// Forms of the Back Office: removes rows without a round trip, warns before unsaved changes are lost, and keeps the session
// alive during work. Without scripts, the buttons send the form, with the same effect.

const form = document.querySelector('.edit-form')
if (form) {
  let isTouched = false
  form.addEventListener('input', () => {
    isTouched = true
  })
  form.addEventListener('submit', () => {
    isTouched = false
  })
  window.addEventListener('beforeunload', (event) => {
    if (isTouched) event.preventDefault()
  })
  form.addEventListener('click', (event) => {
    const button = event.target.closest('button[name="do"][value^="remove:"]')
    const row = button?.closest('.form-row')
    if (!row) return
    event.preventDefault()
    const list = row.closest('fieldset')
    row.remove()
    isTouched = true
    list?.querySelector('button[value^="add:"]')?.focus()
  })
  keepSessionAlive(() => isTouched)
}

/**
 * Typing makes no requests, so the session would count as idle. An occasional request keeps it alive while the user is
 * active and the form has unsaved changes. The server still limits how long a session lasts.
 */
function keepSessionAlive(isTouched) {
  const MIN_MS = 2 * 60_000
  const notice = document.getElementById('signed-out')
  let lastRequest = Date.now()
  const keepSession = async () => {
    if (!isTouched() || Date.now() - lastRequest < MIN_MS) return
    lastRequest = Date.now()
    // A redirect leads to the sign-in page. An error or a missing response says nothing about the session.
    const response = await fetch('/account', { method: 'HEAD', redirect: 'manual' }).catch(() => undefined)
    const isSignedOut = response?.type === 'opaqueredirect'
    if (response?.ok || isSignedOut) notice.hidden = !isSignedOut
  }
  for (const type of ['input', 'keydown', 'pointerdown', 'scroll']) window.addEventListener(type, keepSession)
}
